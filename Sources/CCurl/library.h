/* The functions that `lk_curl_load` has looked up. A function that is variadic in libcurl is variadic here. */
#ifndef LATCHKEY_CCURL_LIBRARY_H
#define LATCHKEY_CCURL_LIBRARY_H

#include <stddef.h>

/* CURLMsg of curl/multi.h. */
typedef struct lk_message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int code;
  } data;
} lk_message;

/* struct curl_waitfd of curl/multi.h. */
typedef struct lk_wait {
  int descriptor;
  short events;
  short happened;
} lk_wait;

typedef struct lk_library {
  int (*global_init)(long);
  const char *(*version)(void);
  void *(*easy_init)(void);
  void (*easy_reset)(void *);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, lk_wait *, unsigned int, int, int *);
  lk_message *(*multi_info_read)(void *, int *);
} lk_library;

extern lk_library lk_curl;

#endif
