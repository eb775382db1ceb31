// A disk that does not answer: fsync and fdatasync wait for ever while the file HANGING_DISK exists.

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void wait_while_hanging(void) {
  const char *file = getenv("HANGING_DISK");
  while (file && access(file, F_OK) == 0) usleep(10000);
}

int fsync(int file) {
  wait_while_hanging();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  wait_while_hanging();
  return (int)syscall(SYS_fdatasync, file);
}
