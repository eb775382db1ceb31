/* Stands in front of the C library's allocator: keeps, for every block of memory that was ever
   handed out, who asked for it last, and when. The table is found through the words before its address; what was freed
   keeps its entry: of two that cover an address, the later counts. */
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define FRAMES 14
#define ENTRIES (1 << 18)

static struct entry {
  _Atomic uintptr_t address;
  uint64_t size, serial;
  uintptr_t frames[FRAMES];
} table[ENTRIES];

/* Volatile: a debugger reads it, and no code here does. */
static volatile struct {
  char name[16];
  uint64_t entries, frames;
  struct entry *table;
} owners = {"latchkey-owners", ENTRIES, FRAMES, table};

static __thread int is_inside;
static atomic_int is_ready;
static atomic_ulong serial;

__attribute__((constructor)) static void begin(void) {
  void *frames[2];
  is_inside = 1;
  backtrace(frames, 2); /* loads the unwinder */
  is_inside = 0;
  atomic_store(&is_ready, owners.entries == ENTRIES);
}

static void note(void *pointer, size_t size) {
  /* A token is no shorter, and no buffer that holds one. */
  if (!pointer || size < 24 || is_inside || !atomic_load(&is_ready)) return;
  is_inside = 1;
  void *frames[FRAMES + 2];
  int count = backtrace(frames, FRAMES + 2);
  uintptr_t address = (uintptr_t)pointer;
  size_t index = (address >> 4) * 0x9E3779B97F4A7C15u >> 46;
  for (size_t tries = 0; tries < 64; tries++, index++) {
    struct entry *entry = &table[index % ENTRIES];
    uintptr_t known = 0;
    if (atomic_load(&entry->address) == address || atomic_compare_exchange_strong(&entry->address, &known, address)) {
      entry->size = size;
      entry->serial = atomic_fetch_add(&serial, 1);
      for (int frame = 0; frame < FRAMES; frame++)
        entry->frames[frame] = frame + 2 < count ? (uintptr_t)frames[frame + 2] : 0;
      break;
    }
  }
  is_inside = 0;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  void *pointer = __libc_malloc(size);
  note(pointer, size);
  return pointer;
}

void *calloc(size_t count, size_t size) {
  void *pointer = __libc_calloc(count, size);
  note(pointer, count * size);
  return pointer;
}

void *realloc(void *old, size_t size) {
  void *pointer = __libc_realloc(old, size);
  note(pointer, size);
  return pointer;
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *pointer = __libc_memalign(alignment, size);
  note(pointer, size);
  return pointer;
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  note(made, size);
  *pointer = made;
  return 0;
}
