#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/timex.h>
#include <sys/vfs.h>

int pinna_rename_no_replace(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

long pinna_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (long)status.f_type : -(long)errno;
}

int pinna_open_place(int folder, const char *name) { return openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int pinna_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

long pinna_clock_error(void) {
  struct timex clock = {.modes = 0};
  if (adjtimex(&clock) < 0 || (clock.status & STA_UNSYNC) != 0) return -1;
  return clock.maxerror;
}
