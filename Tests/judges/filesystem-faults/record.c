/* Stands in front of the C library's file functions. Writes each change below the directory RECORD_ROOT to the log
   RECORD_LOG, one line per call, in the order in which the calls took effect:

     open PID FD PATH CREATED TRUNCATED      write PID FD OFFSET HEX      truncate PID FD SIZE
     close PID FD                            sync PID FD                  copy PID FD NEW-FD
     rename OLD NEW    link OLD NEW    unlink PATH    mkdir PATH    rmdir PATH    unknown CALL PATH

   RECORD_DEAF=files or RECORD_DEAF=directories leaves out the `sync` of those, as a disk that ignores it would.
   RECORD_KILL=N ends the process after the change number N. Fields are separated by tabs. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FILES 4096
#define REAL(name) ((__typeof__(name) *)real(#name))
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char is_followed[MAX_FILES];
static char root[PATH_MAX];
static const char *deaf = "";
static int log_file = -1;
static long changes, last_change;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORD_LOG"), *directory = getenv("RECORD_ROOT"), *kill = getenv("RECORD_KILL");
  if (!path || !directory || !realpath(directory, root)) return;
  if (getenv("RECORD_DEAF")) deaf = getenv("RECORD_DEAF");
  if (kill) last_change = atol(kill);
  log_file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Writes a line. Every line but `close` and `copy` counts as a change. */
static void note(int counts, const char *format, ...) {
  va_list arguments;
  char *line = NULL;
  va_start(arguments, format);
  int size = vasprintf(&line, format, arguments);
  va_end(arguments);
  /* A log with a gap would be worse than none. */
  if (size < 0 || syscall(SYS_write, log_file, line, size) != size) syscall(SYS_exit_group, 97);
  free(line);
  if (counts && ++changes == last_change) syscall(SYS_exit_group, 9);
}

/* The absolute path, if it is below the root. */
static int below(int base, const char *path, char *full) {
  char directory[PATH_MAX];
  if (log_file == -1 || !path) return 0;
  if (path[0] == '/') {
    snprintf(full, PATH_MAX, "%s", path);
  } else {
    if (base == AT_FDCWD) {
      if (!getcwd(directory, sizeof directory)) return 0;
    } else {
      char link[64];
      snprintf(link, sizeof link, "/proc/self/fd/%d", base);
      ssize_t size = readlink(link, directory, sizeof directory - 1);
      if (size < 0) return 0;
      directory[size] = 0;
    }
    if (snprintf(full, PATH_MAX, "%s/%s", directory, path) >= PATH_MAX) return 0;
  }
  size_t size = strlen(root);
  return strncmp(full, root, size) == 0 && (full[size] == '/' || full[size] == 0);
}

static int followed(int file) { return log_file != -1 && file >= 0 && file < MAX_FILES && is_followed[file]; }

static int is_directory(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Marks are written to a file of this name beside the store. They are no changes of it. */
static int is_mark(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t size = readlink(link, path, sizeof path - 1);
  return size >= 6 && memcmp(path + size - 6, "/marks", 6) == 0;
}

static int opened(int base, const char *path, int flags, mode_t mode) {
  char full[PATH_MAX];
  if (!below(base, path, full)) return syscall(SYS_openat, base, path, flags, mode);
  LOCK;
  struct stat status;
  int was_there = fstatat(base, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
  int file = syscall(SYS_openat, base, path, flags, mode);
  int code = errno;
  if (file >= MAX_FILES) syscall(SYS_exit_group, 98);
  if (file >= 0) {
    is_followed[file] = 1;
    int created = (flags & O_CREAT) && !was_there, truncated = (flags & O_TRUNC) && was_there;
    note((created || truncated) && !is_mark(file), "open\t%d\t%d\t%s\t%d\t%d\n", getpid(), file, full, created, truncated);
  }
  UNLOCK;
  errno = code;
  return file;
}

#define MODE                                   \
  mode_t mode = 0;                             \
  if (flags & (O_CREAT | O_TMPFILE)) {         \
    va_list arguments;                         \
    va_start(arguments, flags);                \
    mode = va_arg(arguments, mode_t);          \
    va_end(arguments);                         \
  }

int open(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int base, const char *path, int flags, ...) { MODE return opened(base, path, flags, mode); }
int openat64(int base, const char *path, int flags, ...) { MODE return opened(base, path, flags | O_LARGEFILE, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int file) {
  if (!followed(file)) return syscall(SYS_close, file);
  LOCK;
  /* Before the call: after it, another thread can get the number for a file that is not followed. */
  is_followed[file] = 0;
  note(0, "close\t%d\t%d\n", getpid(), file);
  int result = syscall(SYS_close, file), code = errno;
  UNLOCK;
  errno = code;
  return result;
}

/* Closes its file inside the C library, without `close`. */
int closedir(DIR *directory) {
  int file = dirfd(directory);
  LOCK;
  if (followed(file)) {
    is_followed[file] = 0;
    note(0, "close\t%d\t%d\n", getpid(), file);
  }
  int result = REAL(closedir)(directory), code = errno;
  UNLOCK;
  errno = code;
  return result;
}

static int copied(int file, int new) {
  if (followed(file) && new >= 0) {
    if (new >= MAX_FILES) syscall(SYS_exit_group, 98);
    is_followed[new] = 1;
    note(0, "copy\t%d\t%d\t%d\n", getpid(), file, new);
  } else if (new >= 0 && new < MAX_FILES) {
    is_followed[new] = 0;
  }
  return new;
}

int dup(int file) {
  LOCK;
  int new = copied(file, syscall(SYS_dup, file));
  UNLOCK;
  return new;
}

int dup2(int file, int wanted) {
  LOCK;
  int new = copied(file, REAL(dup2)(file, wanted));
  UNLOCK;
  return new;
}

int dup3(int file, int wanted, int flags) {
  LOCK;
  int new = copied(file, syscall(SYS_dup3, file, wanted, flags));
  UNLOCK;
  return new;
}

static void note_write(int file, off_t offset, const unsigned char *bytes, size_t size) {
  static const char digits[] = "0123456789abcdef";
  char *text = malloc(size * 2 + 1);
  if (!text) syscall(SYS_exit_group, 97);
  for (size_t index = 0; index < size; index++) {
    text[index * 2] = digits[bytes[index] >> 4];
    text[index * 2 + 1] = digits[bytes[index] & 15];
  }
  text[size * 2] = 0;
  note(!is_mark(file), "write\t%d\t%d\t%lld\t%s\n", getpid(), file, (long long)offset, text);
  free(text);
}

ssize_t write(int file, const void *bytes, size_t size) {
  if (!followed(file)) return syscall(SYS_write, file, bytes, size);
  LOCK;
  ssize_t count = syscall(SYS_write, file, bytes, size);
  int code = errno;
  /* The position after the write is right for O_APPEND, too. */
  if (count > 0) note_write(file, lseek(file, 0, SEEK_CUR) - count, bytes, count);
  UNLOCK;
  errno = code;
  return count;
}

static ssize_t written_at(int file, const void *bytes, size_t size, off_t offset) {
  if (!followed(file)) return syscall(SYS_pwrite64, file, bytes, size, offset);
  LOCK;
  ssize_t count = syscall(SYS_pwrite64, file, bytes, size, offset);
  int code = errno;
  if (count > 0) note_write(file, offset, bytes, count);
  UNLOCK;
  errno = code;
  return count;
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { return written_at(file, bytes, size, at); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) { return written_at(file, bytes, size, at); }

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (!followed(file)) return syscall(SYS_writev, file, parts, count);
  ssize_t total = 0;
  for (int index = 0; index < count; index++) {
    ssize_t done = write(file, parts[index].iov_base, parts[index].iov_len);
    if (done < 0) return total ? total : -1;
    total += done;
    if ((size_t)done < parts[index].iov_len) break;
  }
  return total;
}

static int shortened(int file, off_t size) {
  if (!followed(file)) return syscall(SYS_ftruncate, file, size);
  LOCK;
  int result = syscall(SYS_ftruncate, file, size), code = errno;
  if (result == 0) note(1, "truncate\t%d\t%d\t%lld\n", getpid(), file, (long long)size);
  UNLOCK;
  errno = code;
  return result;
}

int ftruncate(int file, off_t size) { return shortened(file, size); }
int ftruncate64(int file, off64_t size) { return shortened(file, size); }

static int synchronised(int file, long call) {
  if (!followed(file)) return syscall(call, file);
  LOCK;
  int result = syscall(call, file), code = errno;
  int is_ignored = strcmp(deaf, is_directory(file) ? "directories" : "files") == 0;
  if (result == 0 && !is_ignored) note(1, "sync\t%d\t%d\n", getpid(), file);
  UNLOCK;
  errno = code;
  return result;
}

int fsync(int file) { return synchronised(file, SYS_fsync); }
int fdatasync(int file) { return synchronised(file, SYS_fdatasync); }

/* Makes a call that changes names, and writes it down if it succeeded. */
#define CHANGES(call, format, ...)                       \
  LOCK;                                                  \
  int result = call, code = errno;                       \
  if (result == 0) note(1, format "\n", __VA_ARGS__);    \
  UNLOCK;                                                \
  errno = code;                                          \
  return result;

static int renamed(int old_base, const char *old, int new_base, const char *new, unsigned flags) {
  char from[PATH_MAX], to[PATH_MAX];
  int leaves = below(old_base, old, from), enters = below(new_base, new, to);
  if (!leaves && !enters) return syscall(SYS_renameat2, old_base, old, new_base, new, flags);
  if (!leaves || !enters || (flags & ~1u)) {
    CHANGES(syscall(SYS_renameat2, old_base, old, new_base, new, flags), "unknown\trename\t%s", leaves ? from : to)
  }
  CHANGES(syscall(SYS_renameat2, old_base, old, new_base, new, flags), "rename\t%s\t%s", from, to)
}

int rename(const char *old, const char *new) { return renamed(AT_FDCWD, old, AT_FDCWD, new, 0); }
int renameat(int base, const char *old, int to, const char *new) { return renamed(base, old, to, new, 0); }
int renameat2(int base, const char *old, int to, const char *new, unsigned f) { return renamed(base, old, to, new, f); }

int linkat(int old_base, const char *old, int new_base, const char *new, int flags) {
  char from[PATH_MAX], to[PATH_MAX];
  if (!below(new_base, new, to)) return syscall(SYS_linkat, old_base, old, new_base, new, flags);
  if (!below(old_base, old, from)) {
    CHANGES(syscall(SYS_linkat, old_base, old, new_base, new, flags), "unknown\tlink\t%s", to)
  }
  CHANGES(syscall(SYS_linkat, old_base, old, new_base, new, flags), "link\t%s\t%s", from, to)
}

int link(const char *old, const char *new) { return linkat(AT_FDCWD, old, AT_FDCWD, new, 0); }

int unlinkat(int base, const char *path, int flags) {
  char full[PATH_MAX];
  if (!below(base, path, full)) return syscall(SYS_unlinkat, base, path, flags);
  CHANGES(syscall(SYS_unlinkat, base, path, flags), "%s\t%s", flags & AT_REMOVEDIR ? "rmdir" : "unlink", full)
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int base, const char *path, mode_t mode) {
  char full[PATH_MAX];
  if (!below(base, path, full)) return syscall(SYS_mkdirat, base, path, mode);
  CHANGES(syscall(SYS_mkdirat, base, path, mode), "mkdir\t%s", full)
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int symlinkat(const char *target, int base, const char *path) {
  char full[PATH_MAX];
  if (!below(base, path, full)) return syscall(SYS_symlinkat, target, base, path);
  CHANGES(syscall(SYS_symlinkat, target, base, path), "unknown\tsymlink\t%s", full)
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }
