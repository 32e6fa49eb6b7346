#include "CRealtimeGuard.h"

// The runtime's own functions; absent, so null, in a build without it.
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
