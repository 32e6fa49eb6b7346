#define _GNU_SOURCE
#include "CRealtimeGuard.h"

#include <alloca.h>
#include <pthread.h>

// The functions of the sanitizer runtime; null in a build without it.
__attribute__((weak)) void __rtsan_ensure_initialized(void);
__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);

int realtime_guard_available(void) { return __rtsan_realtime_enter != 0; }

void realtime_guard_enter(void) {
  if (__rtsan_realtime_enter) {
    __rtsan_ensure_initialized();
    __rtsan_realtime_enter();
  }
}

void realtime_guard_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

// This function must not be inlined: its stack frame releases the memory.
__attribute__((noinline)) static void touch_stack(long bytes) {
  volatile char *pages = alloca((unsigned long)bytes);
  // From the top down, in the direction of stack growth: the kernel may require this order.
  for (long place = bytes - 1; place >= 0; place -= 4096) pages[place] = 0;
}

void realtime_thread_begin(const char *name, long stack_bytes) {
  pthread_setname_np(pthread_self(), name);
  if (stack_bytes > 0) touch_stack(stack_bytes);
}
