#ifndef CMicroHTTPD_H
#define CMicroHTTPD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* libmicrohttpd (soname 12), loaded on first use: nothing of it is needed to build, and a program that serves nothing
   never pays for it. Each function below is a typed wrapper over one of the library's; the declarations that they need
   are a few and part of its stable ABI. */

/* 0 when the library is loaded, else -1; may be called from any thread, loads once. */
int lk_mhd_load(void);
/* Why the library could not be loaded; "" when it is. */
const char *lk_mhd_load_error(void);
/* Whether the library was built with TLS. */
int lk_mhd_has_tls(void);

/* Called once with the request's target as it came (query included); what it returns is the slot of that request. */
typedef void *(*lk_mhd_begin_cb)(void *context, const char *target, void *connection);
/* Called with the head, then per piece of the body (the handler sets *size to 0 once it took the piece), then with
   size 0, and again after each resumption. Returns 1 to continue, 0 to close the connection. */
typedef int (*lk_mhd_handle_cb)(void *context, void *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *size, void **slot);
/* Called once when a request is over, however it ended. */
typedef void (*lk_mhd_complete_cb)(void *context, void *connection, void **slot, int how);
/* Called per header field. Returns 1 to continue. */
typedef int (*lk_mhd_field_cb)(void *context, int kind, const char *name, const char *value);

/* Starts a daemon on 127.0.0.1 with one polling thread; port 0 takes any. key and certificate are PEM texts that must
   outlive the daemon, or both null for plain HTTP. Null when it cannot be started; *error is then errno's value. */
void *lk_mhd_start(uint16_t port, void *context, lk_mhd_begin_cb begin, lk_mhd_handle_cb handle,
                   lk_mhd_complete_cb complete, const char *key, const char *certificate, int *error);
/* The port that the daemon listens on. */
uint16_t lk_mhd_port(void *daemon);
/* Stops accepting connections and closes the listening socket; requests under way continue. */
void lk_mhd_quiesce(void *daemon);
/* Ends the daemon. No connection may be suspended. */
void lk_mhd_stop(void *daemon);

/* Calls `field` for every header field of the request. */
void lk_mhd_fields(void *connection, lk_mhd_field_cb field, void *context);
/* Suspends a connection, and resumes it; both from any thread. */
void lk_mhd_suspend(void *connection);
void lk_mhd_resume(void *connection);

/* An answer with a copy of the body. */
void *lk_mhd_response(const void *body, size_t size);
/* An answer that promises `size` bytes and closes the connection after half of them; the body is copied. */
void *lk_mhd_truncated_response(const void *body, size_t size);
/* Adds a header field; 0 when the library refuses it. */
int lk_mhd_add_field(void *response, const char *name, const char *value);
/* Answers with the response and releases it. Returns what the handler has to return. */
int lk_mhd_answer(void *connection, unsigned status, void *response);

/* Called once the switch of protocols was sent, with the request's slot and what the client sent already. The socket is
   the receiver's until lk_mhd_upgrade_close, which may be called from any thread. */
typedef void (*lk_mhd_upgrade_cb)(void *unused, void *connection, void *slot, const char *extra, size_t extra_size,
                                  int socket, void *handle);
/* An answer that hands the connection over; its status is 101. */
void *lk_mhd_upgrade_response(lk_mhd_upgrade_cb upgraded);
/* Ends a connection that was handed over. */
void lk_mhd_upgrade_close(void *handle);

/* Two ends of a pipe: lk_mhd_wake on the second makes lk_mhd_socket_wait on the first return. 0, or -1 if the
   system has no more descriptors. */
int lk_mhd_wake_open(int ends[2]);
void lk_mhd_wake(int end);
void lk_mhd_wake_close(int ends[2]);
enum { lk_mhd_socket_readable = 1, lk_mhd_socket_woken = 2 };
/* Waits for the socket or the pipe; says which of the two are ready, 0 when the time is over, -1 when it cannot. */
int lk_mhd_socket_wait(int socket, int wake, int milliseconds);
/* Reads what is there: a positive count, -1 when nothing is, -2 when the connection is over. */
ssize_t lk_mhd_socket_read(int socket, void *bytes, size_t room);
/* Writes all of it, waiting so long for each piece; 0, or -1 when the client takes nothing more. */
int lk_mhd_socket_write(int socket, const void *bytes, size_t count, int milliseconds);
/* Says that nothing more will be written. */
void lk_mhd_socket_finish(int socket);
/* Runs `body` on a separate thread. 0, or -1 if the thread cannot be started. */
int lk_mhd_thread(void (*body)(void *context), void *context);

#endif
