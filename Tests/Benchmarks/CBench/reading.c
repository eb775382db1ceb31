#include "CBench.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *volatile guarded;

void cbench_read_locked(size_t rounds) {
  for (size_t round = 0; round < rounds; round++) {
    pthread_mutex_lock(&lock);
    void *seen = guarded;
    pthread_mutex_unlock(&lock);
    (void)seen;
  }
}
