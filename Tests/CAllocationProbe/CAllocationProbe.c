#include "CAllocationProbe.h"

#include <errno.h>
#include <stddef.h>

// RealtimeSanitizer is only linked, so a build flag has to announce it.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(PINNA_REALTIME_SANITIZER)
#define PROBE_AVAILABLE 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define PROBE_AVAILABLE 0
#endif
#endif
#if !defined(PROBE_AVAILABLE) && defined(__GLIBC__)
#define PROBE_AVAILABLE 1
#elif !defined(PROBE_AVAILABLE)
#define PROBE_AVAILABLE 0
#endif

int allocation_probe_available(void) { return PROBE_AVAILABLE; }

#if PROBE_AVAILABLE

// A program may define its own allocator; glibc provides its allocator under these names for that purpose.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// initial-exec: the first access from a thread must not itself allocate.
static __thread unsigned long calls __attribute__((tls_model("initial-exec")));

unsigned long allocation_probe_count(void) { return calls; }

void *malloc(size_t size) {
  calls++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  calls++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  calls++;
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *allocated = __libc_memalign(alignment, size);
  if (allocated == NULL) return ENOMEM;
  *memory = allocated;
  return 0;
}

void free(void *memory) {
  calls++;
  __libc_free(memory);
}

#else

unsigned long allocation_probe_count(void) { return 0; }

#endif
