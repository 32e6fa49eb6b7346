/* Stereo from a microphone array: the Pinna recorder as a library for C, C++ and all languages that can call C.
 *
 * Strings are UTF-8 and zero-terminated. A function that fills a buffer writes at most `size` bytes, including the
 * zero and only complete characters, and returns the length of the whole text; pass NULL and 0 to get only the length.
 * Functions that return an int return PINNA_OK or one of the errors below; pinna_error gives the message. You can call
 * any function from any thread. NULL is a safe argument: functions with an error code return PINNA_INVALID for it. Only
 * pinna_pull_read is meant for a realtime thread.
 *
 * These declarations do not change within a major version of Pinna; pinna_version returns the version.
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
  PINNA_INVALID = -1,          /* invalid argument: NULL, or an unknown word */
  PINNA_UNKNOWN_BOARD = -2,    /* unknown board, or not exactly one board attached */
  PINNA_INVALID_FILE = -3,     /* the board file is invalid */
  PINNA_DEVICE_ABSENT = -4,
  PINNA_DEVICE_BUSY = -5,      /* another program is using the device */
  PINNA_DEVICE_FAILED = -6,
  PINNA_NOT_ACTIVE = -7,       /* the session is not capturing */
  PINNA_DURING_TAKE = -8,      /* the setting cannot change during a take */
  PINNA_TAKE_RUNS = -9,
  PINNA_NO_TAKE = -10,
  PINNA_UNAVAILABLE = -11,     /* the board does not support the value */
  PINNA_STORAGE = -12,
  PINNA_SYSTEM = -13,
  PINNA_TOO_MANY_PULLS = -14,
  PINNA_CLOSED = -15,
  PINNA_INTERRUPTED = -16,     /* pull: the device is lost */
  PINNA_IN_USE = -17,          /* pull: another thread is reading */
  PINNA_TOO_SMALL = -18        /* the call succeeded, but the buffer is too small: pinna_take_path has the text */
};

/* A session with one board. */
typedef struct pinna_session pinna_session;
/* Live sound for one thread. */
typedef struct pinna_pull pinna_pull;

/* Opens a session that does not capture yet; NULL on failure, with a message in `error`.
 *
 * board: an id, the path of a board file, "attached", or "simulated:ID" for a simulated board with a noise source 45
 * degrees to the right.
 * takes: the folder for takes, or NULL for a session that only listens.
 * Relative paths are relative to the working directory at this call; a session returns absolute paths. */
pinna_session *pinna_open(const char *board, const char *takes, char *error, size_t size);

/* Opens a session with options, a NULL-terminated array of "KEY=VALUE"; NULL for no options:
 *   format=wav, flac, opus or m4a; raw=yes (adds a file with all channels); pre-roll=SECONDS (0 to 60, default 5);
 *   restart=yes (starts a new take when a device lost during a take comes back); front-emphasis=DECIBELS;
 *   width=0 (mono) to 2 (default 1, the width that a head hears); cache=FOLDER (for filters);
 *   hands=yes (the buttons and lights of the board work); realtime=no */
pinna_session *pinna_open_with(const char *board, const char *takes, const char *const *options, char *error,
                               size_t size);

/* The version of the running library: "1.0.0". The pointer stays valid. */
const char *pinna_version(void);

/* Ends the take, closes its files and the device. Pulls stay valid, and return PINNA_INTERRUPTED. */
void pinna_close(pinna_session *session);

/* The message of a session's last error, including PINNA_INVALID; empty if there was none. */
size_t pinna_error(pinna_session *session, char *buffer, size_t size);

/* Opens the capture device, or releases it. */
int pinna_activate(pinna_session *session);
int pinna_deactivate(pinna_session *session);

/* Preferences. Patterns: "stereo", "plain", "mid-side", "omni", "cardioid", "subcardioid", "ambix". Orientations:
 * "auto", "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", named after the position of the
 * connector. With "ambix", takes have W, Y, Z and X, and pulls have two cardioids that face left and right. */
int pinna_set_data_source(pinna_session *session, const char *name);
int pinna_set_polar_pattern(pinna_session *session, const char *pattern);
int pinna_set_input_orientation(pinna_session *session, const char *orientation);
int pinna_set_sample_rate(pinna_session *session, int frames_per_second);
int pinna_set_io_buffer_frames(pinna_session *session, int frames);
int pinna_set_input_gain(pinna_session *session, double decibels); /* -60 to 60 */

/* A choice as text: key "data-source", "polar-pattern", "input-orientation", "sample-rate", "io-buffer-frames",
 * "input-channels", "input-gain", "left-edge" or "right-edge" (of the board: "top", "left"). Returns the choice in
 * force or, with is_preferred, the requested choice; 0 if there is none. */
size_t pinna_get(pinna_session *session, const char *key, int is_preferred, char *buffer, size_t size);

/* The data sources of the board, one per line: name, face and supported patterns, separated by tabs. */
size_t pinna_data_sources(pinna_session *session, char *buffer, size_t size);

/* The oldest unread change, as a line of text; 0 if there is none. The session removes the change if the whole text
 * fits into the buffer: get its length with NULL and 0, or call again with a larger buffer. The first word is the kind
 * of change; later versions may add kinds:
 *   activated; route SOURCE PATTERN; orientation ORIENTATION; interrupted SENTENCE (the session tries again);
 *   device-back; take-started ID; take-paused; take-resumed; take-finished PATH (the path of the stereo file, empty if
 *   there is none); refused SENTENCE; notice SENTENCE; missed N (at most 64 changes wait: N older ones are lost) */
size_t pinna_next_change(pinna_session *session, char *buffer, size_t size);

/* A descriptor that is readable (poll, select, epoll) while there are unread changes; -1 if there is none. The
 * descriptor belongs to the session: use it only to wait. */
int pinna_descriptor(pinna_session *session);

/* The current levels of left and right (or of the single channel of a mono pattern) or, with is_raw, of every channel:
 * the peak of about a second and the RMS of 300 ms, full scale 1, for at most `count` channels. Either array can be
 * NULL. Returns the number of channels, 0 while the session renders or captures nothing, or an error. After the first
 * call without is_raw, the session renders left and right as long as it captures. */
int pinna_levels(pinna_session *session, int is_raw, float *peaks, float *rms, int count);

/* The maximum latency from a microphone to a pull, in seconds; negative while unknown. */
double pinna_latency(pinna_session *session);

/* Takes. pinna_stop_take waits until the files are closed, and writes the path of the stereo file; it returns
 * PINNA_TOO_SMALL with an empty text if the take has ended but its path does not fit. If the take has already ended,
 * for example because the device was lost, the first call returns that take. A take without frames has no file, and its
 * path is an empty text. pinna_take_path writes the path of the last stopped take, as often as you call it; 0 if there
 * is none. Both name only the first file: raw and safety files and later parts of the take are in the same folder.
 * pinna_mark keeps one line of at most 120 characters of the text, and numbers the marker if the text is
 * NULL. */
int pinna_start_take(pinna_session *session, int with_pre_roll);
int pinna_stop_take(pinna_session *session, char *path, size_t size);
size_t pinna_take_path(pinna_session *session, char *path, size_t size);
int pinna_set_paused(pinna_session *session, int is_paused);
int pinna_mark(pinna_session *session, const char *text);

/* Live sound: left and right, or every channel. NULL on failure; at most two pulls. */
pinna_pull *pinna_pull_stereo(pinna_session *session);
pinna_pull *pinna_pull_raw(pinna_session *session);
int pinna_pull_channels(const pinna_pull *pull);

/* Writes the next frames, interleaved, full scale 1: all available frames, at most `frames`. Returns their number, 0 if
 * there are none yet, or an error. `missed`, which can be NULL, receives the number of frames missed before them: a
 * call more than half a second after the last one gets at most the newest quarter of a second. Only one thread at a
 * time can call it. Allocates nothing, takes no lock and makes no system call. */
long pinna_pull_read(pinna_pull *pull, float *samples, long frames, long *missed);
void pinna_pull_free(pinna_pull *pull);

#ifdef __cplusplus
}
#endif

#endif
