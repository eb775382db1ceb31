/* Functions of a shared library that may not be there, looked up by name. */
#ifndef LATCHKEY_CBENCH_LOADING_H
#define LATCHKEY_CBENCH_LOADING_H

#include <stddef.h>

typedef struct cbench_symbol {
  const char *name;
  void **slot;
} cbench_symbol;

/* Fills every slot from `library`, or none of them; whether it did. */
int cbench_load(const char *library, const cbench_symbol *symbols, size_t count);

#endif
