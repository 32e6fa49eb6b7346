/* Stereo from a microphone array: the recorder Pinna as a library for C, C++ and all that calls C.
 *
 * Strings are UTF-8 and end with a zero. Where a function fills a buffer it writes at most `size` bytes, with the zero
 * at the end, and gives the length that the whole text has; NULL and 0 only ask for that. Functions that give an int
 * give PINNA_OK or one of the errors below; pinna_error says it in a sentence. Every function may be called by any
 * thread, also with NULL, which is PINNA_INVALID; only pinna_pull_read is meant for a realtime thread.
 *
 * What is declared here does not change within a major version of Pinna; pinna_version gives the version.
 */
#ifndef PINNA_H
#define PINNA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PINNA_VERSION_MAJOR 1
#define PINNA_VERSION_MINOR 0

enum {
  PINNA_OK = 0,
  PINNA_INVALID = -1,          /* an argument that cannot be: NULL, or a word that is none */
  PINNA_UNKNOWN_BOARD = -2,    /* no such board, or not exactly one is attached */
  PINNA_INVALID_FILE = -3,     /* the file of the board is wrong */
  PINNA_DEVICE_ABSENT = -4,
  PINNA_DEVICE_BUSY = -5,      /* another program has it */
  PINNA_DEVICE_FAILED = -6,
  PINNA_NOT_ACTIVE = -7,       /* nothing is captured now */
  PINNA_DURING_TAKE = -8,      /* it cannot change while a take is made */
  PINNA_TAKE_RUNS = -9,
  PINNA_NO_TAKE = -10,
  PINNA_UNAVAILABLE = -11,     /* the board has nothing of that kind */
  PINNA_STORAGE = -12,
  PINNA_SYSTEM = -13,
  PINNA_TOO_MANY_PULLS = -14,
  PINNA_CLOSED = -15,
  PINNA_INTERRUPTED = -16,     /* pull: the device is away */
  PINNA_IN_USE = -17,          /* pull: another thread reads at this moment */
  PINNA_TOO_SMALL = -18        /* the buffer; what it was for is done, and pinna_take_path has the text */
};

/* A session with one board. */
typedef struct pinna_session pinna_session;
/* Live sound for one thread. */
typedef struct pinna_pull pinna_pull;

/* Opens a session that captures nothing yet; NULL on failure, with a sentence in `error`.
 *
 * board: an id, the path of a board file, "attached", or "simulated:ID" for a board made of numbers, with noise from 45
 * degrees on the right.
 * takes: the folder of takes, or NULL for a session that only listens. */
pinna_session *pinna_open(const char *board, const char *takes, char *error, size_t size);

/* The same with options, as an array of "KEY=VALUE" that ends with NULL; NULL for none:
 *   format=wav, flac, opus or m4a; raw=yes (every channel in a file of its own); pre-roll=SECONDS (0 to 60, 5 unless
 *   said otherwise); restart=yes (a new take after the device was lost in one); front-emphasis=DECIBELS; width=0 (mono)
 *   to 1; cache=FOLDER (where filters are kept); hands=yes (the buttons and lights of the board work); realtime=no */
pinna_session *pinna_open_with(const char *board, const char *takes, const char *const *options, char *error,
                               size_t size);

/* The version of the library that runs: "1.0.0". It stays valid. */
const char *pinna_version(void);

/* Ends the take, closes its files and the device. Pulls stay valid, and are PINNA_INTERRUPTED. */
void pinna_close(pinna_session *session);

/* The sentence of the last error of a session, also of PINNA_INVALID; empty when there was none. */
size_t pinna_error(pinna_session *session, char *buffer, size_t size);

/* Opens the capture device, or gives it back. */
int pinna_activate(pinna_session *session);
int pinna_deactivate(pinna_session *session);

/* Preferences. Patterns: "stereo", "plain", "mid-side", "omni", "cardioid", "subcardioid", "ambix". Orientations:
 * "auto", "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", named after where the connector is. Of
 * "ambix" takes have W, Y, Z and X, and pulls two cardioids, one to the left and one to the right. */
int pinna_set_data_source(pinna_session *session, const char *name);
int pinna_set_polar_pattern(pinna_session *session, const char *pattern);
int pinna_set_input_orientation(pinna_session *session, const char *orientation);
int pinna_set_sample_rate(pinna_session *session, int frames_per_second);
int pinna_set_io_buffer_frames(pinna_session *session, int frames);
int pinna_set_input_gain(pinna_session *session, double decibels);

/* A choice as text: key "data-source", "polar-pattern", "input-orientation", "sample-rate", "io-buffer-frames",
 * "input-channels", "input-gain", "left-edge" or "right-edge" (of the board: "top", "left"). It is the one in force, or
 * with is_preferred the one that was asked for; 0 when there is none. */
size_t pinna_get(pinna_session *session, const char *key, int is_preferred, char *buffer, size_t size);

/* The data sources of the board, one in a line: name, face and supported patterns with tabs between them. */
size_t pinna_data_sources(pinna_session *session, char *buffer, size_t size);

/* The oldest change that was not looked at, as a line of text; 0 when there is none. It is taken out when the buffer
 * holds all of it: ask for its length with NULL and 0, or again with a larger buffer. */
size_t pinna_next_change(pinna_session *session, char *buffer, size_t size);

/* A descriptor that can be read (poll, select, epoll) while changes wait; -1 when there is none. It belongs to the
 * session: only wait on it. */
int pinna_descriptor(pinna_session *session);

/* The levels now, of left and right (or the one channel of a mono pattern), or with is_raw of every channel: the
 * highest magnitude of about a second and the root mean square of 300 ms, full scale 1, for `count` channels at most.
 * Either array may be NULL. Gives the number of channels, 0 while nothing is rendered or captured, or an error. */
int pinna_levels(pinna_session *session, int is_raw, float *peaks, float *rms, int count);

/* Seconds from a microphone to a pull at most; negative while that is not known. */
double pinna_latency(pinna_session *session);

/* Takes. pinna_stop_take waits until the files are closed, and gives the path of the stereo file; it is PINNA_TOO_SMALL
 * with an empty text when the take has ended and its path does not fit. A take that ended by itself, as with a device
 * that was lost, is given as well, once. A take without a frame has no file, and its path is an empty text.
 * pinna_take_path gives the path of the take that was stopped last, as often as it is asked for; 0 when there is
 * none. */
int pinna_start_take(pinna_session *session, int with_pre_roll);
int pinna_stop_take(pinna_session *session, char *path, size_t size);
size_t pinna_take_path(pinna_session *session, char *path, size_t size);
int pinna_set_paused(pinna_session *session, int is_paused);
int pinna_mark(pinna_session *session, const char *text);

/* Live sound: left and right, or every channel. NULL on failure; two at most. */
pinna_pull *pinna_pull_stereo(pinna_session *session);
pinna_pull *pinna_pull_raw(pinna_session *session);
int pinna_pull_channels(const pinna_pull *pull);

/* Writes the next frames, interleaved, full scale 1: as many as there are, at most `frames`. Gives their number, 0 when
 * there are none yet, or an error. `missed`, which may be NULL, receives the frames that were left out before them. One
 * thread at a time. Allocates nothing, takes no lock and makes no system call. */
long pinna_pull_read(pinna_pull *pull, float *samples, long frames, long *missed);
void pinna_pull_free(pinna_pull *pull);

#ifdef __cplusplus
}
#endif

#endif
