#ifndef CMicroHTTPD_H
#define CMicroHTTPD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* libmicrohttpd (soname 12), loaded on first use: a build does not need it, and a program without a server does not
   load it. Each function below is a typed wrapper of one function of the library; the few declarations that they need
   are part of the library's stable ABI. */

/* Loads the library once. Returns 0 if it is loaded, otherwise -1. Any thread may call this function. */
int lk_mhd_load(void);
/* Why the library could not be loaded; "" if it is loaded. */
const char *lk_mhd_load_error(void);
/* Whether the library was built with TLS. */
int lk_mhd_has_tls(void);

/* Called once, with the request's target as received, including the query. The returned pointer becomes the request's
   slot. */
typedef void *(*lk_mhd_begin_cb)(void *context, const char *target, void *connection);
/* Called with the head, then with each piece of the body (the handler sets *size to 0 after it has taken the piece),
   then with size 0, and again after each resumption. Returns 1 to continue, 0 to close the connection. */
typedef int (*lk_mhd_handle_cb)(void *context, void *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *size, void **slot);
/* Called once when a request is over, however it ended. */
typedef void (*lk_mhd_complete_cb)(void *context, void *connection, void **slot, int how);
/* Called for each header field. Returns 1 to continue. */
typedef int (*lk_mhd_field_cb)(void *context, int kind, const char *name, const char *value);

/* Starts a daemon on 127.0.0.1 with one polling thread; port 0 selects a free port. key and certificate are PEM texts
   that must outlive the daemon, or both null for plain HTTP. Returns null if the daemon cannot be started; *error is
   then the value of errno. */
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

/* A response with a copy of the body. */
void *lk_mhd_response(const void *body, size_t size);
/* A response that announces `size` bytes, and closes the connection after half of them. The body is copied. */
void *lk_mhd_truncated_response(const void *body, size_t size);
/* Adds a header field. Returns 0 if the library refuses it. */
int lk_mhd_add_field(void *response, const char *name, const char *value);
/* Sends the response and releases it. Returns the value that the handler has to return. */
int lk_mhd_answer(void *connection, unsigned status, void *response);

/* Called after the response 101 was sent, with the request's slot and the bytes that the client has already sent. The
   socket belongs to the receiver until lk_mhd_upgrade_close, which any thread may call. */
typedef void (*lk_mhd_upgrade_cb)(void *unused, void *connection, void *slot, const char *extra, size_t extra_size,
                                  int socket, void *handle);
/* A response with status 101, which hands the connection over. */
void *lk_mhd_upgrade_response(lk_mhd_upgrade_cb upgraded);
/* Ends a connection that was handed over. */
void lk_mhd_upgrade_close(void *handle);

/* Opens a pipe: lk_mhd_wake on its second end makes lk_mhd_socket_wait on its first end return. Returns 0, or -1 if the
   system has no more descriptors. */
int lk_mhd_wake_open(int ends[2]);
void lk_mhd_wake(int end);
void lk_mhd_wake_close(int ends[2]);
enum { lk_mhd_socket_readable = 1, lk_mhd_socket_woken = 2 };
/* Waits for the socket or the pipe. Returns which of the two are ready, 0 after the time limit, -1 after an error. */
int lk_mhd_socket_wait(int socket, int wake, int milliseconds);
/* Reads the available bytes. Returns their number, -1 if none are available, -2 if the connection has ended. */
ssize_t lk_mhd_socket_read(int socket, void *bytes, size_t room);
/* Writes all bytes, and waits at most `milliseconds` for each piece. Returns 0, or -1 if the client accepts no more. */
int lk_mhd_socket_write(int socket, const void *bytes, size_t count, int milliseconds);
/* Tells the client that nothing more will be written. */
void lk_mhd_socket_finish(int socket);
/* Runs `body` on a separate thread. Returns 0, or -1 if the thread cannot be started. */
int lk_mhd_thread(void (*body)(void *context), void *context);

#endif
