#if defined(__linux__)

#include "library.h"
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Written once under the lock before `loaded` is set; read-only from then on. */
lk_library lk_curl;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int loaded;

#define CURL_GLOBAL_DEFAULT 3
#define OPENSSL_INIT_NO_ATEXIT 0x00080000

/* If libcurl uses OpenSSL, OpenSSL must not free its data in `exit()`: the transport's thread may still be ending, and
 * frees some of the data, too. Call this before libcurl first calls OpenSSL (OPENSSL_init_crypto(3)). */
static void leave_exit_alone(void *handle) {
  int (*init)(uint64_t, const void *) = NULL;
  *(void **)&init = dlsym(handle, "OPENSSL_init_crypto");
  if (init != NULL) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

static int resolve(void *handle, lk_library *library, const char **missing) {
  const struct {
    const char *name;
    void **slot;
  } functions[] = {
    {"curl_global_init", (void **)&library->global_init},
    {"curl_version", (void **)&library->version},
    {"curl_easy_init", (void **)&library->easy_init},
    {"curl_easy_reset", (void **)&library->easy_reset},
    {"curl_easy_cleanup", (void **)&library->easy_cleanup},
    {"curl_easy_setopt", (void **)&library->easy_setopt},
    {"curl_easy_getinfo", (void **)&library->easy_getinfo},
    {"curl_easy_strerror", (void **)&library->easy_strerror},
    {"curl_slist_append", (void **)&library->slist_append},
    {"curl_slist_free_all", (void **)&library->slist_free_all},
    {"curl_multi_init", (void **)&library->multi_init},
    {"curl_multi_cleanup", (void **)&library->multi_cleanup},
    {"curl_multi_setopt", (void **)&library->multi_setopt},
    {"curl_multi_add_handle", (void **)&library->multi_add_handle},
    {"curl_multi_remove_handle", (void **)&library->multi_remove_handle},
    {"curl_multi_perform", (void **)&library->multi_perform},
    {"curl_multi_poll", (void **)&library->multi_poll},
    {"curl_multi_info_read", (void **)&library->multi_info_read},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *symbol = dlsym(handle, functions[index].name);
    if (symbol == NULL) {
      *missing = functions[index].name;
      return -1;
    }
    *functions[index].slot = symbol;
  }
  return 0;
}

int lk_curl_load(const char *name, char *message, size_t size) {
  int failure = 0;
  pthread_mutex_lock(&lock);
  /* A library that is already open is only counted once more; the call shows whether a library of this name exists. */
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(message, size, "%s", reason ? reason : name);
    failure = -1;
  } else if (!loaded) {
    lk_library library;
    const char *missing = "";
    memset(&library, 0, sizeof library);
    leave_exit_alone(handle);
    if (resolve(handle, &library, &missing) != 0) {
      snprintf(message, size, "%s has no function %s", name, missing);
      failure = -1;
    } else if (library.global_init(CURL_GLOBAL_DEFAULT) != 0) {
      snprintf(message, size, "%s could not be initialised", name);
      failure = -1;
    } else {
      lk_curl = library;
      loaded = 1;
    }
  }
  pthread_mutex_unlock(&lock);
  return failure;
}

const char *lk_curl_version(void) { return lk_curl.version(); }

#endif
