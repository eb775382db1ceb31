/*
 * libcurl, loaded at run time.
 *
 * This target neither includes a header of libcurl nor links it: `lk_curl_load` opens `libcurl.so.4` when the first
 * request is made. A build therefore needs no development package, and a program without requests does not load
 * libcurl's 33 shared libraries. The numbers below are part of libcurl's stable ABI (soname 4 since 2006). Each has the
 * value of the constant of the same name in `curl/curl.h` or `curl/multi.h`, with another prefix.
 */
#ifndef LATCHKEY_CCURL_H
#define LATCHKEY_CCURL_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* The options of a transfer (CURLoption). */
typedef enum lk_option {
  LK_OPTION_POST = 47,
  LK_OPTION_NOBODY = 44,
  LK_OPTION_HTTPGET = 80,
  LK_OPTION_FOLLOWLOCATION = 52,
  LK_OPTION_SSLVERSION = 32,
  LK_OPTION_HTTP_VERSION = 84,
  LK_OPTION_NOSIGNAL = 99,
  LK_OPTION_FRESH_CONNECT = 74,
  LK_OPTION_TIMEOUT_MS = 155,
  LK_OPTION_CONNECTTIMEOUT_MS = 156,
  LK_OPTION_PROTOCOLS = 181,
  LK_OPTION_PATH_AS_IS = 234,
  LK_OPTION_WRITEDATA = 10001,
  LK_OPTION_URL = 10002,
  LK_OPTION_PROXY = 10004,
  LK_OPTION_ERRORBUFFER = 10010,
  LK_OPTION_POSTFIELDS = 10015,
  LK_OPTION_HTTPHEADER = 10023,
  LK_OPTION_SSLCERT = 10025,
  LK_OPTION_HEADERDATA = 10029,
  LK_OPTION_CUSTOMREQUEST = 10036,
  LK_OPTION_CAINFO = 10065,
  LK_OPTION_SSLKEY = 10087,
  LK_OPTION_PRIVATE = 10103,
  LK_OPTION_NOPROXY = 10177,
  LK_OPTION_PINNEDPUBLICKEY = 10230,
  LK_OPTION_PREREQDATA = 10313,
  LK_OPTION_WRITEFUNCTION = 20011,
  LK_OPTION_HEADERFUNCTION = 20079,
  LK_OPTION_OPENSOCKETFUNCTION = 20163,
  LK_OPTION_PREREQFUNCTION = 20312,
  LK_OPTION_POSTFIELDSIZE_LARGE = 30120
} lk_option;

/* The options of a multi handle (CURLMoption). */
typedef enum lk_multi_option {
  LK_MULTI_OPTION_PIPELINING = 3,
  LK_MULTI_OPTION_MAXCONNECTS = 6
} lk_multi_option;

/* How a transfer ended (CURLcode): the cases that the transport distinguishes. */
enum {
  LK_OK = 0,
  LK_UNSUPPORTED_PROTOCOL = 1,
  LK_URL_MALFORMAT = 3,
  LK_COULDNT_RESOLVE_PROXY = 5,
  LK_COULDNT_RESOLVE_HOST = 6,
  LK_COULDNT_CONNECT = 7,
  LK_WEIRD_SERVER_REPLY = 8,
  LK_HTTP2 = 16,
  LK_PARTIAL_FILE = 18,
  LK_WRITE_ERROR = 23,
  LK_OUT_OF_MEMORY = 27,
  LK_OPERATION_TIMEDOUT = 28,
  LK_SSL_CONNECT_ERROR = 35,
  LK_ABORTED_BY_CALLBACK = 42,
  LK_GOT_NOTHING = 52,
  LK_SSL_ENGINE_NOTFOUND = 53,
  LK_SSL_ENGINE_SETFAILED = 54,
  LK_SEND_ERROR = 55,
  LK_RECV_ERROR = 56,
  LK_SSL_CERTPROBLEM = 58,
  LK_SSL_CIPHER = 59,
  LK_PEER_FAILED_VERIFICATION = 60,
  LK_BAD_CONTENT_ENCODING = 61,
  LK_FILESIZE_EXCEEDED = 63,
  LK_USE_SSL_FAILED = 64,
  LK_SSL_ENGINE_INITFAILED = 66,
  LK_SSL_CACERT_BADFILE = 77,
  LK_SSL_SHUTDOWN_FAILED = 80,
  LK_SSL_CRL_BADFILE = 82,
  LK_SSL_ISSUER_ERROR = 83,
  LK_SSL_PINNEDPUBKEYNOTMATCH = 90,
  LK_SSL_INVALIDCERTSTATUS = 91,
  LK_HTTP2_STREAM = 92,
  LK_SSL_CLIENTCERT = 98
};

enum {
  LK_SSLVERSION_TLSV1_2 = 6,      /* this one and later */
  LK_PROTOCOLS_HTTP_AND_HTTPS = 3,
  LK_HTTP_VERSION_1_1 = 2,
  LK_HTTP_VERSION_2TLS = 4,       /* HTTP/2 where TLS negotiates it, else 1.1 */
  LK_PIPELINING_MULTIPLEX = 2,
  LK_PREREQ_OK = 0,
  LK_PREREQ_ABORT = 1,
  LK_ERROR_SIZE = 256
};

/* Receives bytes of the body, or a header line: the bytes, 1, their number, the transfer. Returns the number of bytes
   that it has taken. */
typedef size_t (*lk_data_function)(char *, size_t, size_t, void *);

/* Called before a request is sent on a connection: the transfer, the remote and the local address, both ports. */
typedef int (*lk_prereq_function)(void *, char *, char *, int, int);

/* A transfer that has ended. */
typedef struct lk_finished {
  void *_Nullable easy;
  void *_Nullable owner; /* LK_OPTION_PRIVATE */
  int code;
  long status;
} lk_finished;

/*
 * Opens the library and looks its functions up. Returns 0 on success; otherwise `message` contains the reason, and no
 * other function of this header may be called. Any thread may call this function repeatedly: after the first success,
 * it does nothing.
 */
int lk_curl_load(const char *name, char *message, size_t size);

/* The versions of the loaded library and of its own libraries, in one line: "libcurl/8.5.0 OpenSSL/3.0.13 ...". */
const char *lk_curl_version(void);

/* Transfers (curl_easy_*): one typed function for each kind of argument of the variadic ones. */
void *_Nullable lk_easy_init(void);
void lk_easy_reset(void *easy);
void lk_easy_cleanup(void *easy);
int lk_set_long(void *easy, lk_option option, long value);
int lk_set_offset(void *easy, lk_option option, int64_t value);
int lk_set_string(void *easy, lk_option option, const char *_Nullable value);
int lk_set_pointer(void *easy, lk_option option, const void *_Nullable value);
int lk_set_data_function(void *easy, lk_option option, lk_data_function value);
int lk_set_prereq_function(void *easy, lk_option option, lk_prereq_function value);
/* Keeps a child process that the app starts during the transfer from inheriting its connection. */
int lk_set_close_on_exec(void *easy);
const char *lk_error_text(int code);

/* Header lists (curl_slist_*). Returns NULL if there is no memory; the list is then unchanged. */
void *_Nullable lk_list_append(void *_Nullable list, const char *line);
void lk_list_free(void *_Nullable list);

/* All transfers of one thread (curl_multi_*). The functions return a CURLMcode, 0 for success. */
void *_Nullable lk_multi_init(void);
void lk_multi_cleanup(void *multi);
int lk_multi_set_long(void *multi, lk_multi_option option, long value);
int lk_multi_add(void *multi, void *easy);
int lk_multi_remove(void *multi, void *easy);
int lk_multi_perform(void *multi);
/* Waits for network activity, for `descriptor` to become readable, or for the time to pass. */
int lk_multi_wait(void *multi, int descriptor, int milliseconds);
/* Takes the next transfer that has ended; 0 if no transfer has ended. */
int lk_multi_next_finished(void *multi, lk_finished *finished);

/* An eventfd: any thread writes it, and the waiting thread reads it. -1 if the system has no more descriptors. */
int lk_event_open(void);
void lk_event_signal(int descriptor);
void lk_event_drain(int descriptor);
void lk_event_close(int descriptor);

/*
 * Runs `body` on a detached thread with every signal blocked: handlers belong to the app's threads, and a write to a
 * closed socket inside a TLS library must not raise SIGPIPE. Returns 0 if the thread runs.
 */
int lk_thread_start(const char *name, void (*body)(void *), void *context);

#pragma clang assume_nonnull end

#endif
#endif
