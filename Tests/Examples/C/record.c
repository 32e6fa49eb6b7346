// A take of two seconds with its levels, in C: record BOARD FOLDER
// cc record.c $(pkg-config --cflags --libs pinna) -lm -o record
#include <math.h>
#include <pinna.h>
#include <stdio.h>
#include <unistd.h>

static int fail(pinna_session *session, const char *what) {
  char words[300];
  pinna_error(session, words, sizeof words);
  fprintf(stderr, "%s: %s\n", what, words);
  pinna_close(session);
  return 1;
}

int main(int count, char **words) {
  char text[300];
  if (count != 3) return fprintf(stderr, "record BOARD FOLDER\n"), 64;
  pinna_session *session = pinna_open(words[1], words[2], text, sizeof text);
  if (!session) return fprintf(stderr, "%s\n", text), 66;
  if (pinna_set_polar_pattern(session, "stereo") || pinna_set_input_orientation(session, "auto"))
    return fail(session, "preferences");
  if (pinna_activate(session)) return fail(session, "activate");
  if (pinna_start_take(session, 0)) return fail(session, "start");
  if (pinna_set_data_source(session, "front") != PINNA_DURING_TAKE) return fail(session, "latch");

  pinna_pull *pull = pinna_pull_stereo(session);
  if (!pull) return fail(session, "pull");
  double squares[2] = {0, 0};
  long frames = 0;
  while (frames < 96000) {
    float samples[2 * 512];
    long missed, got = pinna_pull_read(pull, samples, 512, &missed);
    if (got < 0) return fail(session, "read");
    for (long n = 0; n < 2 * got; n++) squares[n & 1] += (double)samples[n] * samples[n];
    frames += got + missed;
    if (got == 0) usleep(5000);
  }
  pinna_pull_free(pull);
  for (int side = 0; side < 2; side++)
    printf("%s %.1f dBFS\n", side ? "right" : "left", 10 * log10(squares[side] / frames));
  if (pinna_stop_take(session, text, sizeof text)) return fail(session, "stop");
  printf("%s\n", text);
  pinna_close(session);
  return 0;
}
