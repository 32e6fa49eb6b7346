#pragma once
// Marks code as realtime for RealtimeSanitizer, when a build is linked with it; does nothing in every other build.

/// 1 when this build is linked with RealtimeSanitizer, else 0.
int realtime_guard_available(void);

/// From here on this thread must not allocate, lock or call what may wait.
void realtime_guard_enter(void);

/// The end of the realtime part, or the beginning of a wait within it.
void realtime_guard_exit(void);

// Names the calling thread, as ps -T shows it (15 letters at most), and touches so many bytes of its stack, so that no
// page of them is missing later. What is touched must fit into the stack.
void realtime_thread_begin(const char *name, long stack_bytes);
