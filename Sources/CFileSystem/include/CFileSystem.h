// Linux system calls hidden by Swift's Glibc module, which is built without _GNU_SOURCE.
#pragma once

#include <spawn.h>

// Renames `from` to `to` unless `to` exists. Returns 0, or the errno: EEXIST if the name is taken, EINVAL or ENOSYS if
// the file system or the kernel cannot guarantee it.
int pinna_rename_no_replace(const char *from, const char *to);

// The magic number of a path's file system, or the negative errno.
long pinna_file_system(const char *path);

// Opens a folder's entry with O_PATH: follows no link and does not open a file's contents. Returns the descriptor, or
// -1 with errno set.
int pinna_open_place(int folder, const char *name);

// The kernel's estimate of the maximum clock error in microseconds; -1 if nothing synchronizes the clock, or if the
// kernel refuses the query.
long pinna_clock_error(void);

// Closes the descriptors from `first` upwards in a spawned program. Returns 0 or the errno.
int pinna_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
