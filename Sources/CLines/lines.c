#include "CLines.h"

#include <gpiod.h>

// Both versions have one include guard and no version macro, but only version 1 knows bulks of lines.
#if defined(GPIOD_LINE_BULK_MAX_LINES)
#define LIBRARY_VERSION 1
#else
#define LIBRARY_VERSION 2
#endif

int pinna_lines_library_version(void) { return LIBRARY_VERSION; }
