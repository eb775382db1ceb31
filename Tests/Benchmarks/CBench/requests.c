/* libcurl's easy interface, as a program uses it that sends one request after the other: looked up at run time. */

#include "CBench.h"
#include "loading.h"

#include <stddef.h>
#include <stdlib.h>

/* curl/curl.h. */
#define CURLOPT_URL 10002
#define CURLOPT_HTTPHEADER 10023
#define CURLOPT_WRITEFUNCTION 20011
#define CURLINFO_RESPONSE_CODE 0x200002

#if defined(__APPLE__)
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  int (*easy_perform)(void *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
} curl;

struct cbench_client {
  void *easy;
  void *headers;
};

static int load(void) {
  if (curl.slist_free_all) return 1;
  const cbench_symbol symbols[] = {
    {"curl_global_init", (void **)&curl.global_init},
    {"curl_easy_init", (void **)&curl.easy_init},
    {"curl_easy_cleanup", (void **)&curl.easy_cleanup},
    {"curl_easy_setopt", (void **)&curl.easy_setopt},
    {"curl_easy_getinfo", (void **)&curl.easy_getinfo},
    {"curl_easy_perform", (void **)&curl.easy_perform},
    {"curl_slist_append", (void **)&curl.slist_append},
    {"curl_slist_free_all", (void **)&curl.slist_free_all},
  };
  return cbench_load(LIBRARY, symbols, sizeof symbols / sizeof symbols[0]) && curl.global_init(3) == 0;
}

static size_t swallow(void *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

cbench_client *cbench_client_new(const char *url, const char *header) {
  cbench_client *client = load() ? calloc(1, sizeof *client) : NULL;
  if (!client) return NULL;
  client->easy = curl.easy_init();
  client->headers = curl.slist_append(NULL, header);
  if (!client->easy || !client->headers || curl.easy_setopt(client->easy, CURLOPT_URL, url) != 0 ||
      curl.easy_setopt(client->easy, CURLOPT_HTTPHEADER, client->headers) != 0 ||
      curl.easy_setopt(client->easy, CURLOPT_WRITEFUNCTION, swallow) != 0) {
    cbench_client_free(client);
    return NULL;
  }
  return client;
}

void cbench_client_free(cbench_client *client) {
  if (!client) return;
  if (client->easy) curl.easy_cleanup(client->easy);
  if (client->headers) curl.slist_free_all(client->headers);
  free(client);
}

int cbench_get(cbench_client *client, size_t rounds) {
  for (size_t round = 0; round < rounds; round++) {
    long status = 0;
    if (curl.easy_perform(client->easy) != 0) return 0;
    if (curl.easy_getinfo(client->easy, CURLINFO_RESPONSE_CODE, &status) != 0 || status != 200) return 0;
  }
  return 1;
}
