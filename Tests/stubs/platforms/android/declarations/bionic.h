/* Bionic's declarations with their nullability, as far as this package uses them (AOSP main, March 2025; x86_64). */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef uint64_t dev_t;
typedef unsigned long ino_t;
typedef int64_t off_t;
typedef long ssize_t;
typedef long time_t;
typedef unsigned int useconds_t;

/* What the headers of Swift's own library call. */
int *_Nonnull __errno(void);
#define errno (*__errno())
long syscall(long number, ...);
#define SYS_gettid 186
#define SYS_futex 202

#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define EWOULDBLOCK EAGAIN
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define ENOSYS 38
#define ELOOP 40
#define EDQUOT 122

#define O_RDONLY 00000000
#define O_WRONLY 00000001
#define O_RDWR 00000002
#define O_CREAT 00000100
#define O_EXCL 00000200
#define O_NONBLOCK 00004000
#define O_DIRECTORY 00200000
#define O_NOFOLLOW 00400000
#define O_CLOEXEC 02000000
#define AT_FDCWD -100
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_EACCESS 0x200
#define F_OK 0
#define W_OK 2
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define LOCK_EX 2
#define LOCK_NB 4

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  uid_t st_uid;
  off_t st_size;
  struct timespec st_ctim;
};
struct dirent {
  ino_t d_ino;
  char d_name[256];
};
typedef struct DIR DIR;
typedef struct __sFILE FILE;
#define BUFSIZ 1024

int access(const char *_Nonnull path, int mode);
int close(int fd);
int closedir(DIR *_Nonnull dir);
int faccessat(int dirfd, const char *_Nonnull path, int mode, int flags);
int fdatasync(int fd);
DIR *_Nullable fdopendir(int fd);
int fflush(FILE *_Nullable fp);
int flock(int fd, int op);
void free(void *_Nullable ptr);
int fstat(int fd, struct stat *_Nonnull buf);
int fstatat(int dirfd, const char *_Nullable path, struct stat *_Nonnull buf, int flags);
int fsync(int fd);
uid_t geteuid(void);
int linkat(int old_fd, const char *_Nonnull old_path, int new_fd, const char *_Nonnull new_path, int flags);
int lstat(const char *_Nonnull path, struct stat *_Nonnull buf);
int mkdir(const char *_Nonnull path, mode_t mode);
int mkdirat(int dirfd, const char *_Nonnull path, mode_t mode);
int pipe(int fds[_Nonnull 2]);
ssize_t pread(int fd, void *_Nonnull buf, size_t count, off_t offset);
ssize_t pwrite(int fd, const void *_Nonnull buf, size_t count, off_t offset);
ssize_t read(int fd, void *_Null_unspecified buf, size_t count);
struct dirent *_Nullable readdir(DIR *_Nonnull dir);
char *_Nullable realpath(const char *_Nonnull path, char *_Nullable resolved);
int renameat(int old_fd, const char *_Nonnull old_path, int new_fd, const char *_Nonnull new_path);
int rmdir(const char *_Nonnull path);
char *_Nonnull strerror(int number);
int unlinkat(int dirfd, const char *_Nonnull path, int flags);
int usleep(useconds_t microseconds);
ssize_t write(int fd, const void *_Null_unspecified buf, size_t count);

#define SIGKILL 9
#define SIGTERM 15
#define P_PID 1
#define WEXITED 0x00000004
#define WNOWAIT 0x01000000
typedef int idtype_t;
typedef struct siginfo {
  int si_signo;
} siginfo_t;
int kill(pid_t pid, int signal);
int waitid(idtype_t type, id_t id, siginfo_t *_Nullable info, int options);
pid_t waitpid(pid_t pid, int *_Nullable status, int options);

#define PTHREAD_CREATE_DETACHED 1
typedef long pthread_t;
typedef struct {
  int32_t private[10];
} pthread_mutex_t;
typedef long pthread_mutexattr_t;
typedef struct {
  uint32_t flags;
} pthread_attr_t;
int pthread_attr_destroy(pthread_attr_t *_Nonnull attr);
int pthread_attr_init(pthread_attr_t *_Nonnull attr);
int pthread_attr_setdetachstate(pthread_attr_t *_Nonnull attr, int state);
int pthread_create(pthread_t *_Nonnull thread, pthread_attr_t const *_Nullable attr,
                   void *_Nullable (*_Nonnull start)(void *_Nullable), void *_Nullable argument);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const pthread_mutexattr_t *_Nullable attr);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);

#define POLLIN 0x0001
typedef unsigned int nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};
int poll(struct pollfd *_Nullable fds, nfds_t count, int timeout);

#define IN_MOVED_TO 0x00000080
#define IN_CREATE 0x00000100
#define IN_DELETE 0x00000200
#define IN_MOVE_SELF 0x00000800
#define IN_Q_OVERFLOW 0x00004000
#define IN_IGNORED 0x00008000
#define IN_ONLYDIR 0x01000000
#define IN_CLOEXEC O_CLOEXEC
#define IN_NONBLOCK O_NONBLOCK
struct inotify_event {
  int32_t wd;
  uint32_t mask;
  uint32_t cookie;
  uint32_t len;
  char name[];
};
int inotify_add_watch(int fd, const char *_Nonnull path, uint32_t mask);
int inotify_init1(int flags);

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC 0
#define SOCK_STREAM 1
#define SOCK_CLOEXEC O_CLOEXEC
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define MSG_NOSIGNAL 0x4000
typedef unsigned int socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr {
  sa_family_t sa_family;
  char sa_data[14];
};
struct in_addr {
  uint32_t s_addr;
};
struct sockaddr_in {
  sa_family_t sin_family;
  uint16_t sin_port;
  struct in_addr sin_addr;
};
struct in6_addr {
  union {
    uint8_t u6_addr8[16];
  } in6_u;
};
struct sockaddr_in6 {
  sa_family_t sin6_family;
  uint16_t sin6_port;
  uint32_t sin6_flowinfo;
  struct in6_addr sin6_addr;
  uint32_t sin6_scope_id;
};
int accept(int fd, struct sockaddr *_Nullable addr, socklen_t *_Nullable length);
int bind(int fd, const struct sockaddr *_Nonnull addr, socklen_t length);
int getsockname(int fd, struct sockaddr *_Nonnull addr, socklen_t *_Nonnull length);
int listen(int fd, int backlog);
ssize_t recv(int fd, void *_Nullable buf, size_t n, int flags);
ssize_t send(int fd, const void *_Nonnull buf, size_t n, int flags);
int setsockopt(int fd, int level, int option, const void *_Nullable value, socklen_t length);
int shutdown(int fd, int how);
int socket(int af, int type, int protocol);
int socketpair(int af, int type, int protocol, int fds[_Nonnull 2]);
