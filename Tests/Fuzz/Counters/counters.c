#include "FuzzCounters.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The program is linked with --wrap for these two functions of libFuzzer. The constructors of the instrumented code call
// the functions `__wrap_…`, all with the same bounds.
void __real___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __real___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

// This file must not count or check its own accesses: it reads the counters.
#define UNINSTRUMENTED __attribute__((no_sanitize("address", "coverage")))

enum {
  /// libFuzzer has room for 4,096 parts.
  MOST_PARTS = 4000,
  SMALLEST_PART = 256,
  /// The first inputs are those of the corpus. After them, new code is rare.
  EAGER_INPUTS = 4096,
  INPUTS_BETWEEN_SCANS = 64,
};

static uint8_t *first, *last;
static const uintptr_t *table;
static size_t part_size, part_count;
static uint8_t *is_shown;
static size_t inputs;

UNINSTRUMENTED void __wrap___sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
  first = start;
  last = stop;
}

UNINSTRUMENTED void __wrap___sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
  (void)stop;
  table = start;
}

UNINSTRUMENTED static void prepare(void) {
  size_t count = (size_t)(last - first);
  part_size = count / MOST_PARTS + 1;
  if (part_size < SMALLEST_PART) part_size = SMALLEST_PART;
  part_count = (count + part_size - 1) / part_size;
  is_shown = calloc(part_count, 1);
  if (!is_shown) abort();
  fprintf(stderr, "FUZZ: %zu counters\n", count);
}

UNINSTRUMENTED static int has_counted(const uint8_t *start, const uint8_t *stop) {
  for (; start + 8 <= stop; start += 8) {
    uint64_t word;
    memcpy(&word, start, 8);
    if (word) return 1;
  }
  for (; start < stop; start++)
    if (*start) return 1;
  return 0;
}

UNINSTRUMENTED void fuzz_counters_update(void) {
  if (!is_shown) prepare();
  inputs++;
  int is_eager = inputs <= EAGER_INPUTS;
  if (!is_eager && inputs % INPUTS_BETWEEN_SCANS) return;
  for (size_t part = 0; part < part_count; part++) {
    if (is_shown[part]) continue;
    uint8_t *start = first + part * part_size;
    uint8_t *stop = (size_t)(last - start) < part_size ? last : start + part_size;
    if (!has_counted(start, stop)) continue;
    is_shown[part] = 1;
    // After the first inputs, the counts can be of earlier inputs, and must not be taken for those of this one.
    if (!is_eager) memset(start, 0, (size_t)(stop - start));
    // An entry of the table of addresses has two words.
    const uintptr_t *entry = table + 2 * (size_t)(start - first);
    __real___sanitizer_cov_8bit_counters_init(start, stop);
    __real___sanitizer_cov_pcs_init(entry, entry + 2 * (size_t)(stop - start));
  }
}
