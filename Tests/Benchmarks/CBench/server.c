/* A server on loopback with the least work for each request, so that what is measured is the client. */

#include "CBench.h"

#include <CMicroHTTPD.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct cbench_server {
  void *daemon;
  char *authorization;
};

/* The connection itself marks a request whose head has arrived: any pointer but NULL would do. */
static void *begin(void *context, const char *target, void *connection) {
  (void)context, (void)target, (void)connection;
  return NULL;
}

typedef struct search {
  const char *authorization;
  int found;
} search;

static int compare(void *context, int kind, const char *name, const char *value) {
  search *search = context;
  (void)kind;
  if (strcasecmp(name, "Authorization") == 0) search->found = value && strcmp(value, search->authorization) == 0;
  return 1;
}

static int handle(void *context, void *connection, const char *url, const char *method, const char *version,
                  const char *data, size_t *size, void **slot) {
  cbench_server *server = context;
  (void)url, (void)method, (void)version, (void)data;
  if (!*slot || *size) { /* the head, or a piece of a body */
    *slot = connection;
    *size = 0;
    return 1;
  }
  search search = {server->authorization, 0};
  lk_mhd_fields(connection, compare, &search);
  return lk_mhd_answer(connection, search.found ? 200 : 401, lk_mhd_response("{}", 2));
}

static void complete(void *context, void *connection, void **slot, int how) {
  (void)context, (void)connection, (void)how;
  *slot = NULL;
}

cbench_server *cbench_server_new(const char *authorization) {
  cbench_server *server = calloc(1, sizeof *server);
  int error = 0;
  if (!server) return NULL;
  server->authorization = strdup(authorization);
  if (server->authorization) server->daemon = lk_mhd_start(0, server, begin, handle, complete, NULL, NULL, &error);
  if (server->daemon) return server;
  cbench_server_free(server);
  return NULL;
}

uint16_t cbench_server_port(const cbench_server *server) { return lk_mhd_port(server->daemon); }

void cbench_server_free(cbench_server *server) {
  if (server->daemon) lk_mhd_stop(server->daemon);
  free(server->authorization);
  free(server);
}
