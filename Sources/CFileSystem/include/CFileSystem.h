// System calls of Linux that the Glibc module of Swift hides, because it is built without _GNU_SOURCE.
#pragma once

#include <spawn.h>

// Renames `from` to `to` unless `to` exists. Returns 0, or the errno: EEXIST when the name is taken, EINVAL or ENOSYS
// when the file system or the kernel cannot promise it.
int pinna_rename_no_replace(const char *from, const char *to);

// The magic number of the file system that a path is on, or the negative errno.
long pinna_file_system(const char *path);

// Opens what a name in a folder stands for, without following a link and without opening a file's contents. Returns the
// descriptor, or -1 with errno set.
int pinna_open_place(int folder, const char *name);

// The largest error of the time of day in microseconds, as the kernel counts it; -1 when nothing keeps the clock in step,
// or when the kernel may not be asked.
long pinna_clock_error(void);

// Makes a program that is started see no descriptor from `first` on. Returns 0 or the errno.
int pinna_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
