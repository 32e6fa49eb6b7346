#pragma once
// Counts calls of the C allocator by the calling thread: the proof that realtime code does not
// allocate.

/// True if the counter works in this build: it does not work with a sanitizer, which has its own allocator.
int allocation_probe_available(void);

/// Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign and free by this
/// thread so far.
unsigned long allocation_probe_count(void);
