// Error texts of alsa-lib, which prints them to standard error unless it is told otherwise.
#pragma once

// Makes alsa-lib of this process print nothing; its calls still return their errors.
void pinna_alsa_quiet(void);
