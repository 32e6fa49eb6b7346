/* Stereo from a microphone array: the Pinna recorder as a library for C, C++ and everything that calls C.
 *
 * Strings are UTF-8 and zero-terminated. A function that fills a buffer writes at most `size` bytes, including the
 * zero, and returns the length of the whole text; pass NULL and 0 to get only the length. Functions that return an int
 * return PINNA_OK or one of the errors below; pinna_error gives the message. Any thread may call any function, also
 * with NULL, which is PINNA_INVALID; only pinna_pull_read is meant for a realtime thread.
 *
 * The declarations here do not change within a major version of Pinna; pinna_version returns the version.
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
  PINNA_INVALID = -1,          /* an invalid argument: NULL, or an unknown word */
  PINNA_UNKNOWN_BOARD = -2,    /* no such board, or not exactly one is attached */
  PINNA_INVALID_FILE = -3,     /* the board file is invalid */
  PINNA_DEVICE_ABSENT = -4,
  PINNA_DEVICE_BUSY = -5,      /* another program is using it */
  PINNA_DEVICE_FAILED = -6,
  PINNA_NOT_ACTIVE = -7,       /* the session is not capturing */
  PINNA_DURING_TAKE = -8,      /* it cannot change during a take */
  PINNA_TAKE_RUNS = -9,
  PINNA_NO_TAKE = -10,
  PINNA_UNAVAILABLE = -11,     /* the board does not support it */
  PINNA_STORAGE = -12,
  PINNA_SYSTEM = -13,
  PINNA_TOO_MANY_PULLS = -14,
  PINNA_CLOSED = -15,
  PINNA_INTERRUPTED = -16,     /* pull: the device is lost */
  PINNA_IN_USE = -17,          /* pull: another thread is reading */
  PINNA_TOO_SMALL = -18        /* the buffer; the call has succeeded, and pinna_take_path has the text */
};

/* A session with one board. */
typedef struct pinna_session pinna_session;
/* Live sound for one thread. */
typedef struct pinna_pull pinna_pull;

/* Opens a session that does not capture yet; NULL on failure, with a message in `error`.
 *
 * board: an id, the path of a board file, "attached", or "simulated:ID" for a simulated board, with noise from 45
 * degrees to the right.
 * takes: the folder of takes, or NULL for a session that only listens. */
pinna_session *pinna_open(const char *board, const char *takes, char *error, size_t size);

/* The same with options, as a NULL-terminated array of "KEY=VALUE"; NULL for none:
 *   format=wav, flac, opus or m4a; raw=yes (also a file with all channels); pre-roll=SECONDS (0 to 60, default 5);
 *   restart=yes (a new take after the device was lost during one); front-emphasis=DECIBELS; width=0 (mono) to 1;
 *   cache=FOLDER (where filters are kept); hands=yes (the buttons and lights of the board work); realtime=no */
pinna_session *pinna_open_with(const char *board, const char *takes, const char *const *options, char *error,
                               size_t size);

/* The version of the running library: "1.0.0". The pointer stays valid. */
const char *pinna_version(void);

/* Ends the take, closes its files and the device. Pulls stay valid, and return PINNA_INTERRUPTED. */
void pinna_close(pinna_session *session);

/* The message of a session's last error, also of PINNA_INVALID; empty if there was none. */
size_t pinna_error(pinna_session *session, char *buffer, size_t size);

/* Opens the capture device, or releases it. */
int pinna_activate(pinna_session *session);
int pinna_deactivate(pinna_session *session);

/* Preferences. Patterns: "stereo", "plain", "mid-side", "omni", "cardioid", "subcardioid", "ambix". Orientations:
 * "auto", "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", named after the position of the
 * connector. With "ambix", takes have W, Y, Z and X, and pulls have two cardioids, to the left and to the right. */
int pinna_set_data_source(pinna_session *session, const char *name);
int pinna_set_polar_pattern(pinna_session *session, const char *pattern);
int pinna_set_input_orientation(pinna_session *session, const char *orientation);
int pinna_set_sample_rate(pinna_session *session, int frames_per_second);
int pinna_set_io_buffer_frames(pinna_session *session, int frames);
int pinna_set_input_gain(pinna_session *session, double decibels);

/* A choice as text: key "data-source", "polar-pattern", "input-orientation", "sample-rate", "io-buffer-frames",
 * "input-channels", "input-gain", "left-edge" or "right-edge" (of the board: "top", "left"). It is the choice in
 * force, or with is_preferred the requested one; 0 if there is none. */
size_t pinna_get(pinna_session *session, const char *key, int is_preferred, char *buffer, size_t size);

/* The data sources of the board, one per line: name, face and supported patterns, separated by tabs. */
size_t pinna_data_sources(pinna_session *session, char *buffer, size_t size);

/* The oldest unread change, as a line of text; 0 if there is none. It is removed if the buffer holds all of it: get its
 * length with NULL and 0, or call again with a larger buffer. */
size_t pinna_next_change(pinna_session *session, char *buffer, size_t size);

/* A descriptor that is readable (poll, select, epoll) while there are unread changes; -1 if there is none. It belongs
 * to the session: only wait on it. */
int pinna_descriptor(pinna_session *session);

/* The current levels of left and right (or the one channel of a mono pattern), or with is_raw of every channel: the
 * highest magnitude of about a second and the root mean square of 300 ms, full scale 1, for at most `count` channels.
 * Either array may be NULL. Returns the number of channels, 0 while nothing is rendered or captured, or an error. */
int pinna_levels(pinna_session *session, int is_raw, float *peaks, float *rms, int count);

/* The maximum latency from a microphone to a pull, in seconds; negative while unknown. */
double pinna_latency(pinna_session *session);

/* Takes. pinna_stop_take waits until the files are closed, and writes the path of the stereo file; it returns
 * PINNA_TOO_SMALL with an empty text if the take has ended but its path does not fit. A take that ended by itself, such
 * as after losing the device, is also returned, once. A take without a frame has no file, and its path is an empty
 * text. pinna_take_path writes the path of the last stopped take, any number of times; 0 if there is none. */
int pinna_start_take(pinna_session *session, int with_pre_roll);
int pinna_stop_take(pinna_session *session, char *path, size_t size);
size_t pinna_take_path(pinna_session *session, char *path, size_t size);
int pinna_set_paused(pinna_session *session, int is_paused);
int pinna_mark(pinna_session *session, const char *text);

/* Live sound: left and right, or every channel. NULL on failure; at most two pulls. */
pinna_pull *pinna_pull_stereo(pinna_session *session);
pinna_pull *pinna_pull_raw(pinna_session *session);
int pinna_pull_channels(const pinna_pull *pull);

/* Writes the next frames, interleaved, full scale 1: as many as available, at most `frames`. Returns their number, 0 if
 * there are none yet, or an error. `missed`, which may be NULL, receives the number of frames missed before them. One
 * thread at a time. Allocates nothing, takes no lock and makes no system call. */
long pinna_pull_read(pinna_pull *pull, float *samples, long frames, long *missed);
void pinna_pull_free(pinna_pull *pull);

#ifdef __cplusplus
}
#endif

#endif
