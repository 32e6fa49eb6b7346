// Error messages of alsa-lib, which it prints to standard error by default.
#pragma once

// Stops alsa-lib from printing in this process; its calls still return their errors.
void pinna_alsa_quiet(void);
