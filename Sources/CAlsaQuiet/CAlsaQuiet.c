#include "CAlsaQuiet.h"

#include <alsa/asoundlib.h>

// The handler has a variable number of arguments, which Swift cannot define.
static void keep_quiet(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)error;
  (void)format;
}

void pinna_alsa_quiet(void) { snd_lib_error_set_handler(keep_quiet); }
