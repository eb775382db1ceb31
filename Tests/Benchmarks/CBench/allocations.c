/* Counts the calls to the allocator by standing in front of it: the executable's malloc is the one that every library
   in the process finds first, libcrypto's and the Swift runtime's calls included. */

#if defined(__linux__)
#define _GNU_SOURCE 1
#endif

#include "CBench.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define CBENCH_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(CBENCH_SANITIZED)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

/* The initial-exec model: the variable has its place before the first call to malloc, and finding it allocates
   nothing. */
static __thread uint64_t calls __attribute__((tls_model("initial-exec")));

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

void *aligned_alloc(size_t alignment, size_t size) {
  calls++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  calls++;
  void *found = __libc_memalign(alignment, size);
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

int cbench_counts_allocations(void) { return 1; }
uint64_t cbench_allocations(void) { return calls; }

#else

int cbench_counts_allocations(void) { return 0; }
uint64_t cbench_allocations(void) { return 0; }

#endif

double cbench_thread_seconds(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}
