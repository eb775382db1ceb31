#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

/* From microhttpd.h: values of the stable ABI. */
enum {
  use_tls = 2,
  use_internal_polling_thread = 8,
  use_poll = 64,
  use_itc = 1024,
  allow_suspend_resume = 8192 | use_itc,
  allow_upgrade = 32768,
  option_end = 0,
  option_connection_timeout = 3,
  option_notify_completed = 4,
  option_sock_addr = 6,
  option_uri_log_callback = 7,
  option_mem_key = 8,
  option_mem_cert = 9,
  option_array = 15,
  info_bind_port = 6,
  header_kind = 1,
  must_copy = 2,
  upgrade_action_close = 0,
  feature_tls = 2
};

struct option_item {
  int option;
  intptr_t value;
  void *pointer;
};

static struct {
  void *(*start_daemon)(unsigned, uint16_t, void *, void *, lk_mhd_handle_cb, void *, ...);
  void (*stop_daemon)(void *);
  int (*quiesce_daemon)(void *);
  const void *(*get_daemon_info)(void *, int, ...);
  int (*get_connection_values)(void *, int, lk_mhd_field_cb, void *);
  void (*suspend_connection)(void *);
  void (*resume_connection)(void *);
  void *(*create_response_from_buffer)(size_t, void *, int);
  void *(*create_response_from_callback)(uint64_t, size_t, ssize_t (*)(void *, uint64_t, char *, size_t), void *,
                                         void (*)(void *));
  void *(*create_response_for_upgrade)(lk_mhd_upgrade_cb, void *);
  int (*upgrade_action)(void *, int, ...);
  int (*add_response_header)(void *, const char *, const char *);
  int (*queue_response)(void *, unsigned, void *);
  void (*destroy_response)(void *);
  int (*is_feature_supported)(int);
} mhd;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_error[256] = "not loaded yet";

static void fail(const char *what) {
  const char *reason = dlerror();
  strncpy(load_error, reason ? reason : what, sizeof load_error - 1);
}

static void load(void) {
  static const char *names[] = {"libmicrohttpd.so.12", "libmicrohttpd.12.dylib",
                                "/opt/homebrew/lib/libmicrohttpd.12.dylib", "/usr/local/lib/libmicrohttpd.12.dylib"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail("libmicrohttpd.so.12 was not found");
#define LOOK_UP(name)                                                          \
  if (!(*(void **)&mhd.name = dlsym(library, "MHD_" #name))) return fail("MHD_" #name " is missing")
  LOOK_UP(start_daemon);
  LOOK_UP(stop_daemon);
  LOOK_UP(quiesce_daemon);
  LOOK_UP(get_daemon_info);
  LOOK_UP(get_connection_values);
  LOOK_UP(suspend_connection);
  LOOK_UP(resume_connection);
  LOOK_UP(create_response_from_buffer);
  LOOK_UP(create_response_from_callback);
  LOOK_UP(create_response_for_upgrade);
  LOOK_UP(upgrade_action);
  LOOK_UP(add_response_header);
  LOOK_UP(queue_response);
  LOOK_UP(destroy_response);
  LOOK_UP(is_feature_supported);
#undef LOOK_UP
  load_error[0] = 0;
}

int lk_mhd_load(void) {
  pthread_once(&once, load);
  return load_error[0] ? -1 : 0;
}

const char *lk_mhd_load_error(void) { return load_error; }

int lk_mhd_has_tls(void) { return lk_mhd_load() == 0 && mhd.is_feature_supported(feature_tls) == 1; }

void *lk_mhd_start(uint16_t port, void *context, lk_mhd_begin_cb begin, lk_mhd_handle_cb handle,
                   lk_mhd_complete_cb complete, const char *key, const char *certificate, int *error) {
  if (lk_mhd_load() != 0) {
    *error = ENOSYS;
    return NULL;
  }
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  /* poll instead of epoll: with one thread and 256 connections, the epoll loop of version 0.9.75 breaks down.
     */
  unsigned flags = use_internal_polling_thread | use_poll | allow_suspend_resume | allow_upgrade;
  struct option_item items[8] = {
      {option_sock_addr, 0, &address},
      {option_uri_log_callback, (intptr_t)begin, context},
      {option_notify_completed, (intptr_t)complete, context},
      {option_connection_timeout, 120, NULL},
  };
  if (key && certificate) {
    flags |= use_tls;
    items[4] = (struct option_item){option_mem_key, 0, (void *)(uintptr_t)key};
    items[5] = (struct option_item){option_mem_cert, 0, (void *)(uintptr_t)certificate};
  }
  errno = 0;
  void *daemon =
      mhd.start_daemon(flags, port, NULL, NULL, handle, context, option_array, items, option_end);
  if (!daemon) *error = errno;
  return daemon;
}

uint16_t lk_mhd_port(void *daemon) {
  const uint16_t *port = mhd.get_daemon_info(daemon, info_bind_port);
  return port ? *port : 0;
}

void lk_mhd_quiesce(void *daemon) {
  int listening = mhd.quiesce_daemon(daemon);
  if (listening >= 0) close(listening);
}

void lk_mhd_stop(void *daemon) { mhd.stop_daemon(daemon); }

void lk_mhd_fields(void *connection, lk_mhd_field_cb field, void *context) {
  mhd.get_connection_values(connection, header_kind, field, context);
}

void lk_mhd_suspend(void *connection) { mhd.suspend_connection(connection); }
void lk_mhd_resume(void *connection) { mhd.resume_connection(connection); }

void *lk_mhd_response(const void *body, size_t size) {
  return mhd.create_response_from_buffer(size, (void *)(uintptr_t)body, must_copy);
}

struct half {
  size_t size;
  char bytes[];
};

static ssize_t read_half(void *context, uint64_t position, char *buffer, size_t room) {
  struct half *half = context;
  if (position >= half->size) return -2; /* MHD_CONTENT_READER_END_WITH_ERROR: closes the connection */
  size_t count = half->size - (size_t)position;
  if (count > room) count = room;
  memcpy(buffer, half->bytes + position, count);
  return (ssize_t)count;
}

void *lk_mhd_truncated_response(const void *body, size_t size) {
  struct half *half = malloc(sizeof *half + size / 2);
  if (!half) return NULL;
  half->size = size / 2;
  if (half->size > 0) memcpy(half->bytes, body, half->size);
  /* At least one byte is announced, so that an empty body can be cut short, too. */
  void *response = mhd.create_response_from_callback(size > 0 ? size : 1, 4096, read_half, half, free);
  if (!response) free(half);
  return response;
}

int lk_mhd_add_field(void *response, const char *name, const char *value) {
  return mhd.add_response_header(response, name, value);
}

int lk_mhd_answer(void *connection, unsigned status, void *response) {
  if (!response) return 0;
  int result = mhd.queue_response(connection, status, response);
  mhd.destroy_response(response);
  return result;
}

void *lk_mhd_upgrade_response(lk_mhd_upgrade_cb upgraded) { return mhd.create_response_for_upgrade(upgraded, NULL); }

void lk_mhd_upgrade_close(void *handle) { mhd.upgrade_action(handle, upgrade_action_close); }

int lk_mhd_wake_open(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

void lk_mhd_wake(int end) {
  ssize_t ignored = write(end, "", 1);
  (void)ignored; /* a full pipe also wakes the reader */
}

void lk_mhd_wake_close(int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

int lk_mhd_socket_wait(int socket, int wake, int milliseconds) {
  struct pollfd ends[2] = {{socket, POLLIN, 0}, {wake, POLLIN, 0}};
  int ready = poll(ends, 2, milliseconds);
  if (ready < 0) return errno == EINTR ? 0 : -1;
  if (ends[1].revents) {
    char bytes[64];
    while (read(wake, bytes, sizeof bytes) > 0) {
    }
  }
  return (ends[0].revents ? lk_mhd_socket_readable : 0) | (ends[1].revents ? lk_mhd_socket_woken : 0);
}

ssize_t lk_mhd_socket_read(int socket, void *bytes, size_t room) {
  ssize_t count = recv(socket, bytes, room, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return -1;
  return count > 0 ? count : -2;
}

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* Darwin has SO_NOSIGPIPE instead */
#endif

int lk_mhd_socket_write(int socket, const void *bytes, size_t count, int milliseconds) {
#ifdef SO_NOSIGPIPE
  int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  for (size_t written = 0; written < count;) {
    ssize_t now = send(socket, (const char *)bytes + written, count - written, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now > 0) {
      written += (size_t)now;
      continue;
    }
    if (now < 0 && errno == EINTR) continue;
    if (now < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return -1;
    struct pollfd end = {socket, POLLOUT, 0};
    if (poll(&end, 1, milliseconds) <= 0) return -1;
  }
  return 0;
}

void lk_mhd_socket_finish(int socket) { shutdown(socket, SHUT_WR); }

struct job {
  void (*body)(void *);
  void *context;
};

static void *run(void *pointer) {
  struct job job = *(struct job *)pointer;
  free(pointer);
  job.body(job.context);
  return NULL;
}

int lk_mhd_thread(void (*body)(void *), void *context) {
  struct job *job = malloc(sizeof *job);
  if (!job) return -1;
  *job = (struct job){body, context};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, job) != 0) {
    free(job);
    return -1;
  }
  pthread_detach(thread);
  return 0;
}
