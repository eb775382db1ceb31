/*
 * libpq, loaded at run time.
 *
 * This target neither includes a header of libpq nor links it: `lk_pg_load` opens it by its soname when the first
 * connection is made. A build therefore needs no development package. The numbers below are part of libpq's stable ABI
 * (soname 5 since 2006).
 */
#ifndef LATCHKEY_CPOSTGRES_H
#define LATCHKEY_CPOSTGRES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct lk_pg_connection lk_pg_connection;
typedef struct lk_pg_result lk_pg_result;

/* PostgresPollingStatusType. */
enum { LK_PG_POLLING_FAILED = 0, LK_PG_POLLING_READING = 1, LK_PG_POLLING_WRITING = 2, LK_PG_POLLING_OK = 3 };

/* ExecStatusType: the cases that the store distinguishes. */
enum { LK_PG_COMMAND_OK = 1, LK_PG_TUPLES_OK = 2, LK_PG_FATAL_ERROR = 7 };

/* ConnStatusType. */
enum { LK_PG_CONNECTION_OK = 0, LK_PG_CONNECTION_BAD = 1 };

/* The fields of an error. */
enum { LK_PG_SQLSTATE = 'C', LK_PG_MESSAGE = 'M' };

/* Opens the library. On failure returns -1, with the reason in `message`. */
int lk_pg_load(const char *name, char *message, size_t size);

/* Parses a connection string, and calls `body` for each option that is set. On failure returns -1, with the reason in
   `message`. */
int lk_pg_parse(
  const char *text, char *message, size_t size, void *context,
  void (*body)(void *context, const char *keyword, const char *value));

/* Begins to connect. Both lists end with NULL. Pass the address of the host, because this call would block while it
   resolves a name. */
lk_pg_connection *_Nullable lk_pg_connect_start(
  const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values);
int lk_pg_connect_poll(lk_pg_connection *connection);
void lk_pg_finish(lk_pg_connection *connection);
int lk_pg_status(const lk_pg_connection *connection);
int lk_pg_socket(const lk_pg_connection *connection);
int lk_pg_server_version(const lk_pg_connection *connection);
const char *lk_pg_error_message(const lk_pg_connection *connection);

/* Sends a statement, whose results will be in binary format. Returns 0 if it cannot be sent. */
int lk_pg_send_query(lk_pg_connection *connection, const char *text);
int lk_pg_send_query_params(
  lk_pg_connection *connection, const char *text, int count, const char *_Nullable const *_Nullable values,
  const int *_Nullable lengths, const int *_Nullable formats);
int lk_pg_send_prepare(lk_pg_connection *connection, const char *name, const char *text);
int lk_pg_send_query_prepared(
  lk_pg_connection *connection, const char *name, int count, const char *_Nullable const *_Nullable values,
  const int *_Nullable lengths, const int *_Nullable formats);

/* Returns 0 if everything is sent, 1 if more has to be sent, -1 after a failure. */
int lk_pg_flush(lk_pg_connection *connection);
/* 0 after a failure. */
int lk_pg_consume_input(lk_pg_connection *connection);
int lk_pg_is_busy(lk_pg_connection *connection);
/* Returns NULL if the statement has no further result. */
lk_pg_result *_Nullable lk_pg_get_result(lk_pg_connection *connection);
/* Removes one notification from the queue. Returns 0 if the queue is empty. */
int lk_pg_take_notification(lk_pg_connection *connection);

int lk_pg_result_status(const lk_pg_result *result);
const char *_Nullable lk_pg_result_error_field(const lk_pg_result *result, int field);
int lk_pg_rows(const lk_pg_result *result);
int lk_pg_columns(const lk_pg_result *result);
int lk_pg_is_null(const lk_pg_result *result, int row, int column);
const char *lk_pg_value(const lk_pg_result *result, int row, int column);
int lk_pg_length(const lk_pg_result *result, int row, int column);
/* The number of rows that a command changed, as text. */
const char *lk_pg_changed(lk_pg_result *result);
/* Frees the result. Its values are sealed, so nothing is wiped. */
void lk_pg_clear(lk_pg_result *result);

#pragma clang assume_nonnull end

#endif
