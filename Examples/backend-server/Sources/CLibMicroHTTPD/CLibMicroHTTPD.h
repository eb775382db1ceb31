#ifndef CLibMicroHTTPD_h
#define CLibMicroHTTPD_h

#include <microhttpd.h>
#include <netinet/in.h>

/* libmicrohttpd's functions with a variable number of arguments, which Swift cannot call. */

/* What libmicrohttpd calls, each with `context` as its first argument. */
struct backend_callbacks {
  void *context;
  /* The request's target as it came; the result is the request's slot. */
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback complete;
  MHD_NotifyConnectionCallback notify;
};

/* Starts a daemon with one thread for each connection; null if it cannot listen. `memory` is the size of the buffer in
   which a connection keeps a request's head, in bytes. The daemon has no timeout of its own: it would also count the
   time that a handler takes. */
static inline struct MHD_Daemon *backend_start(const struct sockaddr_in *address, struct backend_callbacks callbacks,
                                               unsigned connections, size_t memory) {
  return MHD_start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL | MHD_USE_ITC,
      ntohs(address->sin_port), NULL, NULL, callbacks.handle, callbacks.context,
      MHD_OPTION_SOCK_ADDR, address,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks.begin, callbacks.context,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks.complete, callbacks.context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks.notify, callbacks.context,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

/* The port that a daemon listens on; 0 if it is unknown. */
static inline uint16_t backend_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

/* A connection's socket; -1 if it is unknown. */
static inline int backend_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

#endif
