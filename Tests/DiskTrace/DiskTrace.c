#include "CDiskTrace.h"

#ifdef __linux__

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct call {
    char kind;
    char *path;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct call *calls;
static size_t count, capacity;
// Recordings that run, and recordings whose calls are not released.
static size_t running, kept;

static void record(char kind, int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    pthread_mutex_lock(&lock);
    if (running > 0) {
        ssize_t length = readlink(link, path, sizeof path - 1);
        if (count == capacity) {
            capacity = capacity == 0 ? 256 : capacity * 2;
            calls = realloc(calls, capacity * sizeof *calls);
            if (calls == NULL) abort();
        }
        path[length < 0 ? 0 : length] = 0;
        calls[count].kind = kind;
        calls[count].path = strdup(path);
        if (calls[count].path == NULL) abort();
        count++;
    }
    pthread_mutex_unlock(&lock);
}

size_t disk_trace_begin(void) {
    pthread_mutex_lock(&lock);
    running++;
    kept++;
    size_t position = count;
    pthread_mutex_unlock(&lock);
    return position;
}

size_t disk_trace_end(void) {
    pthread_mutex_lock(&lock);
    running--;
    size_t position = count;
    pthread_mutex_unlock(&lock);
    return position;
}

void disk_trace_release(void) {
    pthread_mutex_lock(&lock);
    if (--kept == 0) {
        for (size_t i = 0; i < count; i++) free(calls[i].path);
        count = 0;
    }
    pthread_mutex_unlock(&lock);
}

char disk_trace_read(size_t position, char *path, size_t size) {
    pthread_mutex_lock(&lock);
    char kind = position < count ? calls[position].kind : 0;
    if (kind != 0) snprintf(path, size, "%s", calls[position].path);
    pthread_mutex_unlock(&lock);
    return kind;
}

// The path is read before the call: afterwards, another thread may have given the descriptor another file.
int fsync(int file) {
    record('s', file);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    record('d', file);
    return (int)syscall(SYS_fdatasync, file);
}

int openat(int directory, const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    int file = (int)syscall(SYS_openat, directory, path, flags, mode);
    if (file >= 0) record('o', file);
    return file;
}

#else

size_t disk_trace_begin(void) { return 0; }
size_t disk_trace_end(void) { return 0; }
void disk_trace_release(void) {}
char disk_trace_read(size_t position, char *path, size_t capacity) { return 0; }

#endif
