#pragma once
// Marks code as realtime for RealtimeSanitizer, if the build is linked with it; does nothing in any other build.

/// 1 if this build is linked with RealtimeSanitizer, else 0.
int realtime_guard_available(void);

/// From here on, this thread must not allocate, lock or make blocking calls.
void realtime_guard_enter(void);

/// The end of the realtime section, or the beginning of a wait within it.
void realtime_guard_exit(void);

// Names the calling thread, as shown by ps -T (15 characters at most), and touches this many bytes of its stack, to
// avoid page faults later. The bytes must fit into the stack.
void realtime_thread_begin(const char *name, long stack_bytes);
