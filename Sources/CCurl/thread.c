#if defined(__linux__)

#define _GNU_SOURCE
#include "CCurl.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

int lk_event_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void lk_event_signal(int descriptor) {
  uint64_t one = 1;
  /* The write fails only if the counter is full; then the reader wakes up anyway. */
  ssize_t written = write(descriptor, &one, sizeof one);
  (void)written;
}

void lk_event_drain(int descriptor) {
  uint64_t count = 0;
  ssize_t taken = read(descriptor, &count, sizeof count);
  (void)taken;
}

void lk_event_close(int descriptor) { close(descriptor); }

typedef struct start {
  void (*body)(void *);
  void *context;
} start;

static void *run(void *argument) {
  start begin = *(start *)argument;
  free(argument);
  begin.body(begin.context);
  return NULL;
}

int lk_thread_start(const char *name, void (*body)(void *), void *context) {
  start *begin = malloc(sizeof *begin);
  if (begin == NULL) return -1;
  begin->body = body;
  begin->context = context;

  /* A new thread inherits the mask, so there is no moment in which it could take a signal. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, run, begin);
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  if (failure != 0) {
    free(begin);
    return failure;
  }
  pthread_setname_np(thread, name);
  pthread_detach(thread);
  return 0;
}

#endif
