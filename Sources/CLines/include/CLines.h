// GPIO lines through libgpiod, the same for its versions 1 and 2: no type of the library is visible here.
#pragma once

#include <stdint.h>

// The version of the interface of libgpiod that this was built with: 1 or 2.
int pinna_lines_library_version(void);
