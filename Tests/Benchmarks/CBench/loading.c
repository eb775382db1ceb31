#include "loading.h"

#include <dlfcn.h>

int cbench_load(const char *library, const cbench_symbol *symbols, size_t count) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  for (size_t index = 0; index < count; index++) {
    *symbols[index].slot = dlsym(handle, symbols[index].name);
    if (*symbols[index].slot) continue;
    for (size_t filled = 0; filled < index; filled++) *symbols[filled].slot = NULL;
    return 0;
  }
  return 1;
}
