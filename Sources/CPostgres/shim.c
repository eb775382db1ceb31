#include "CPostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* From libpq-fe.h. */
typedef struct {
  char *keyword, *envvar, *compiled, *val, *label, *dispchar;
  int dispsize;
} option;

typedef void (*notice_processor)(void *, const char *);

static struct {
  option *(*conninfo_parse)(const char *, char **);
  void (*conninfo_free)(option *);
  void *(*connect_start)(const char *const *, const char *const *, int);
  int (*connect_poll)(void *);
  void (*finish)(void *);
  int (*status)(const void *);
  int (*socket)(const void *);
  int (*server_version)(const void *);
  char *(*error_message)(const void *);
  int (*set_nonblocking)(void *, int);
  notice_processor (*set_notice_processor)(void *, notice_processor, void *);
  int (*send_query)(void *, const char *);
  int (*send_query_params)(
    void *, const char *, int, const unsigned *, const char *const *, const int *, const int *, int);
  int (*send_prepare)(void *, const char *, const char *, int, const unsigned *);
  int (*send_query_prepared)(void *, const char *, int, const char *const *, const int *, const int *, int);
  int (*flush)(void *);
  int (*consume_input)(void *);
  int (*is_busy)(void *);
  void *(*get_result)(void *);
  void *(*notifies)(void *);
  void (*free_memory)(void *);
  int (*result_status)(const void *);
  char *(*result_error_field)(const void *, int);
  int (*ntuples)(const void *);
  int (*nfields)(const void *);
  int (*getisnull)(const void *, int, int);
  char *(*getvalue)(const void *, int, int);
  int (*getlength)(const void *, int, int);
  char *(*cmd_tuples)(void *);
  void (*clear)(void *);
} lib;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int loaded;

int lk_pg_load(const char *name, char *message, size_t size) {
  const struct {
    const char *name;
    void **slot;
  } functions[] = {
    {"PQconninfoParse", (void **)&lib.conninfo_parse},
    {"PQconninfoFree", (void **)&lib.conninfo_free},
    {"PQconnectStartParams", (void **)&lib.connect_start},
    {"PQconnectPoll", (void **)&lib.connect_poll},
    {"PQfinish", (void **)&lib.finish},
    {"PQstatus", (void **)&lib.status},
    {"PQsocket", (void **)&lib.socket},
    {"PQserverVersion", (void **)&lib.server_version},
    {"PQerrorMessage", (void **)&lib.error_message},
    {"PQsetnonblocking", (void **)&lib.set_nonblocking},
    {"PQsetNoticeProcessor", (void **)&lib.set_notice_processor},
    {"PQsendQuery", (void **)&lib.send_query},
    {"PQsendQueryParams", (void **)&lib.send_query_params},
    {"PQsendPrepare", (void **)&lib.send_prepare},
    {"PQsendQueryPrepared", (void **)&lib.send_query_prepared},
    {"PQflush", (void **)&lib.flush},
    {"PQconsumeInput", (void **)&lib.consume_input},
    {"PQisBusy", (void **)&lib.is_busy},
    {"PQgetResult", (void **)&lib.get_result},
    {"PQnotifies", (void **)&lib.notifies},
    {"PQfreemem", (void **)&lib.free_memory},
    {"PQresultStatus", (void **)&lib.result_status},
    {"PQresultErrorField", (void **)&lib.result_error_field},
    {"PQntuples", (void **)&lib.ntuples},
    {"PQnfields", (void **)&lib.nfields},
    {"PQgetisnull", (void **)&lib.getisnull},
    {"PQgetvalue", (void **)&lib.getvalue},
    {"PQgetlength", (void **)&lib.getlength},
    {"PQcmdTuples", (void **)&lib.cmd_tuples},
    {"PQclear", (void **)&lib.clear},
  };
  int failure = 0;
  pthread_mutex_lock(&lock);
  if (!loaded) {
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
      const char *reason = dlerror();
      snprintf(message, size, "%s", reason ? reason : name);
      failure = -1;
    }
    for (size_t i = 0; failure == 0 && i < sizeof functions / sizeof functions[0]; i++) {
      if ((*functions[i].slot = dlsym(handle, functions[i].name)) == NULL) {
        snprintf(message, size, "%s has no function %s", name, functions[i].name);
        failure = -1;
      }
    }
    if (failure == 0) loaded = 1;
  }
  pthread_mutex_unlock(&lock);
  return failure;
}

int lk_pg_parse(
  const char *text, char *message, size_t size, void *context,
  void (*body)(void *context, const char *keyword, const char *value)) {
  char *reason = NULL;
  option *options = lib.conninfo_parse(text, &reason);
  if (options == NULL) {
    snprintf(message, size, "%s", reason ? reason : "no memory");
    if (reason) lib.free_memory(reason);
    return -1;
  }
  for (option *o = options; o->keyword; o++)
    if (o->val) body(context, o->keyword, o->val);
  lib.conninfo_free(options);
  return 0;
}

/* Replaces libpq's default, which prints the server's notices on standard error. */
static void ignore(void *context, const char *message) {
  (void)context;
  (void)message;
}

lk_pg_connection *lk_pg_connect_start(const char *const *keywords, const char *const *values) {
  void *connection = lib.connect_start(keywords, values, 0);
  if (connection) lib.set_notice_processor(connection, ignore, NULL);
  return connection;
}

int lk_pg_connect_poll(lk_pg_connection *c) {
  int state = lib.connect_poll(c);
  if (state == LK_PG_POLLING_OK && lib.set_nonblocking(c, 1) != 0) return LK_PG_POLLING_FAILED;
  return state;
}
void lk_pg_finish(lk_pg_connection *c) { lib.finish(c); }
int lk_pg_status(const lk_pg_connection *c) { return lib.status(c); }
int lk_pg_socket(const lk_pg_connection *c) { return lib.socket(c); }
int lk_pg_server_version(const lk_pg_connection *c) { return lib.server_version(c); }
const char *lk_pg_error_message(const lk_pg_connection *c) { return lib.error_message(c); }

int lk_pg_send_query(lk_pg_connection *c, const char *text) { return lib.send_query(c, text); }

int lk_pg_send_query_params(
  lk_pg_connection *c, const char *text, int count, const char *const *values, const int *lengths,
  const int *formats) {
  return lib.send_query_params(c, text, count, NULL, values, lengths, formats, 1);
}

int lk_pg_send_prepare(lk_pg_connection *c, const char *name, const char *text) {
  return lib.send_prepare(c, name, text, 0, NULL);
}

int lk_pg_send_query_prepared(
  lk_pg_connection *c, const char *name, int count, const char *const *values, const int *lengths,
  const int *formats) {
  return lib.send_query_prepared(c, name, count, values, lengths, formats, 1);
}

int lk_pg_flush(lk_pg_connection *c) { return lib.flush(c); }
int lk_pg_consume_input(lk_pg_connection *c) { return lib.consume_input(c); }
int lk_pg_is_busy(lk_pg_connection *c) { return lib.is_busy(c); }
lk_pg_result *lk_pg_get_result(lk_pg_connection *c) { return lib.get_result(c); }

int lk_pg_take_notification(lk_pg_connection *c) {
  void *notification = lib.notifies(c);
  if (notification == NULL) return 0;
  lib.free_memory(notification);
  return 1;
}

int lk_pg_result_status(const lk_pg_result *r) { return lib.result_status(r); }
const char *lk_pg_result_error_field(const lk_pg_result *r, int field) { return lib.result_error_field(r, field); }
int lk_pg_rows(const lk_pg_result *r) { return lib.ntuples(r); }
int lk_pg_columns(const lk_pg_result *r) { return lib.nfields(r); }
int lk_pg_is_null(const lk_pg_result *r, int row, int column) { return lib.getisnull(r, row, column); }
const char *lk_pg_value(const lk_pg_result *r, int row, int column) { return lib.getvalue(r, row, column); }
int lk_pg_length(const lk_pg_result *r, int row, int column) { return lib.getlength(r, row, column); }
const char *lk_pg_changed(lk_pg_result *r) { return lib.cmd_tuples(r); }
void lk_pg_clear(lk_pg_result *r) { lib.clear(r); }
