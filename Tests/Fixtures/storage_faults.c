// Preloaded into the recorder (LD_PRELOAD), makes one call on a take file fail, or ends the program at that call.
//
// PINNA_FAULT_CALL=N      the N-th call (from 1) on a file in progress or on the directory of takes
// PINNA_FAULT_KIND=KIND   short (half of a write, then ENOSPC), ENOSPC, EIO, kill (before the call), kill-half (in it),
//                         kill-after
// PINNA_FAULT_LAST=yes    from that call on every write fails in the same way: a full or broken card stays so
// PINNA_FAULT_COUNT=FILE  where the number of calls is written, after each one
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;

// True for the path of a file that the recorder must not lose.
static int is_take(const char *path) { return path && strstr(path, ".recording.") != NULL; }

static int is_take_descriptor(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  // A file with its final name may still be syncing.
  return is_take(path) || strstr(path, "/takes/") != NULL;
}

// The fault of this call; NULL for none.
static const char *turn(void) {
  static long at = -1;
  static const char *kind, *count;
  static int stays;
  pthread_mutex_lock(&lock);
  if (at < 0) {
    const char *text = getenv("PINNA_FAULT_CALL");
    at = text ? atol(text) : 0;
    kind = getenv("PINNA_FAULT_KIND");
    count = getenv("PINNA_FAULT_COUNT");
    stays = getenv("PINNA_FAULT_LAST") != NULL;
  }
  calls++;
  int hit = at > 0 && (calls == at || (stays && calls > at));
  if (count) {
    int file = open(count, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file >= 0) {
      dprintf(file, "%ld\n", calls);
      close(file);
    }
  }
  pthread_mutex_unlock(&lock);
  if (hit && strcmp(kind, "kill") == 0) raise(SIGKILL);
  return hit ? kind : NULL;
}

static int code(const char *kind) { return strcmp(kind, "EIO") == 0 ? EIO : ENOSPC; }

static int is_kill(const char *kind) { return strncmp(kind, "kill", 4) == 0; }

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// A call without data: it fails, or the program ends before or after it.
#define PLAIN(condition, call) \
  const char *kind = (condition) ? turn() : NULL; \
  if (kind && !is_kill(kind)) { errno = code(kind); return -1; } \
  __typeof__(call) result = call; \
  if (kind) raise(SIGKILL); \
  return result

#define WRITE(name, offset_type) \
  ssize_t name(int descriptor, const void *bytes, size_t count, offset_type offset) { \
    REAL(name); \
    const char *kind = is_take_descriptor(descriptor) ? turn() : NULL; \
    if (!kind) return real(descriptor, bytes, count, offset); \
    if (strcmp(kind, "short") == 0 && count > 1) return real(descriptor, bytes, count / 2, offset); \
    if (strcmp(kind, "kill-half") == 0) { real(descriptor, bytes, count / 2, offset); raise(SIGKILL); } \
    if (is_kill(kind)) { real(descriptor, bytes, count, offset); raise(SIGKILL); } \
    errno = code(kind); \
    return -1; \
  }

WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

int fsync(int descriptor) {
  REAL(fsync);
  PLAIN(is_take_descriptor(descriptor), real(descriptor));
}

int fdatasync(int descriptor) {
  REAL(fdatasync);
  PLAIN(is_take_descriptor(descriptor), real(descriptor));
}

int ftruncate(int descriptor, off_t length) {
  REAL(ftruncate);
  PLAIN(is_take_descriptor(descriptor), real(descriptor, length));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
  REAL(renameat2);
  PLAIN(is_take(old), real(from, old, to, new, flags));
}

int close(int descriptor) {
  REAL(close);
  const char *kind = is_take_descriptor(descriptor) ? turn() : NULL;
  int result = real(descriptor);
  if (kind && is_kill(kind)) raise(SIGKILL);
  if (kind) { errno = code(kind); return -1; }
  return result;
}

static int open_with(const char *path, int flags, mode_t mode) {
  static int (*real)(const char *, int, ...);
  if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
  PLAIN(is_take(path) && (flags & O_CREAT), real(path, flags, mode));
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list arguments; \
    va_start(arguments, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments); \
    return open_with(path, flags, mode); \
  }

OPEN(open)
OPEN(open64)
