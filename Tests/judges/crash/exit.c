/* Stands in front of the C library's `__cxa_atexit`: writes down, in the file EXIT_LOG, which library asks for something
   to be done when the process ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
  int (*real)(void (*)(void *), void *, void *) = NULL;
  *(void **)&real = dlsym(RTLD_NEXT, "__cxa_atexit");
  const char *path = getenv("EXIT_LOG");
  Dl_info info;
  FILE *file = path && dladdr(__builtin_return_address(0), &info) ? fopen(path, "a") : NULL;
  if (file) {
    fprintf(file, "%s\n", info.dli_fname);
    fclose(file);
  }
  return real(function, argument, library);
}
