#if defined(__linux__)

#define _GNU_SOURCE
#include "CCurl.h"
#include "library.h"

#include <stddef.h>
#include <sys/socket.h>

enum {
  MESSAGE_DONE = 1,
  WAIT_POLLIN = 1,
  INFO_RESPONSE_CODE = 0x200000 + 2,
  INFO_PRIVATE = 0x100000 + 21
};

void *lk_easy_init(void) { return lk_curl.easy_init(); }
void lk_easy_reset(void *easy) { lk_curl.easy_reset(easy); }
void lk_easy_cleanup(void *easy) { lk_curl.easy_cleanup(easy); }

int lk_set_long(void *easy, lk_option option, long value) { return lk_curl.easy_setopt(easy, option, value); }
int lk_set_offset(void *easy, lk_option option, int64_t value) { return lk_curl.easy_setopt(easy, option, value); }
int lk_set_string(void *easy, lk_option option, const char *value) { return lk_curl.easy_setopt(easy, option, value); }
int lk_set_pointer(void *easy, lk_option option, const void *value) { return lk_curl.easy_setopt(easy, option, value); }
int lk_set_data_function(void *easy, lk_option option, lk_data_function value) {
  return lk_curl.easy_setopt(easy, option, value);
}
int lk_set_prereq_function(void *easy, lk_option option, lk_prereq_function value) {
  return lk_curl.easy_setopt(easy, option, value);
}
/* struct curl_sockaddr, without the address at its end. */
typedef struct lk_socket_address {
  int family;
  int kind;
  int protocol;
  unsigned int length;
} lk_socket_address;

static int open_socket(void *context, int purpose, const lk_socket_address *address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->kind | SOCK_CLOEXEC, address->protocol);
}

int lk_set_close_on_exec(void *easy) {
  return lk_curl.easy_setopt(easy, LK_OPTION_OPENSOCKETFUNCTION, open_socket);
}

const char *lk_error_text(int code) { return lk_curl.easy_strerror(code); }

void *lk_list_append(void *list, const char *line) { return lk_curl.slist_append(list, line); }
void lk_list_free(void *list) { lk_curl.slist_free_all(list); }

void *lk_multi_init(void) { return lk_curl.multi_init(); }
void lk_multi_cleanup(void *multi) { lk_curl.multi_cleanup(multi); }
int lk_multi_set_long(void *multi, lk_multi_option option, long value) {
  return lk_curl.multi_setopt(multi, option, value);
}
int lk_multi_add(void *multi, void *easy) { return lk_curl.multi_add_handle(multi, easy); }
int lk_multi_remove(void *multi, void *easy) { return lk_curl.multi_remove_handle(multi, easy); }

int lk_multi_perform(void *multi) {
  int running = 0;
  return lk_curl.multi_perform(multi, &running);
}

int lk_multi_wait(void *multi, int descriptor, int milliseconds) {
  lk_wait wait = {descriptor, WAIT_POLLIN, 0};
  int ready = 0;
  return lk_curl.multi_poll(multi, &wait, 1, milliseconds, &ready);
}

int lk_multi_next_finished(void *multi, lk_finished *finished) {
  int left = 0;
  for (;;) {
    lk_message *message = lk_curl.multi_info_read(multi, &left);
    if (message == NULL) return 0;
    if (message->kind != MESSAGE_DONE) continue;
    /* The message is valid only until the next call with the handle, so it is copied first. */
    finished->easy = message->easy;
    finished->code = message->data.code;
    finished->status = 0;
    char *owner = NULL;
    lk_curl.easy_getinfo(finished->easy, INFO_PRIVATE, &owner);
    lk_curl.easy_getinfo(finished->easy, INFO_RESPONSE_CODE, &finished->status);
    finished->owner = owner;
    return 1;
  }
}

#endif
