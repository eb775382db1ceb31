#ifndef LATCHKEY_DISK_TRACE_H
#define LATCHKEY_DISK_TRACE_H

#include <stddef.h>

// Records the calls of fsync, fdatasync and openat of this process, with the paths of their files. The functions of
// these names in this library replace those of the C library in a program that links it; they make the system calls.

/// Begins a recording; returns the position of its first call. Several recordings may overlap.
size_t disk_trace_begin(void);

/// Ends a recording; returns the position after its last call. The calls can be read until `disk_trace_release`.
size_t disk_trace_end(void);

/// Releases the calls of a recording that has ended.
void disk_trace_release(void);

/// Returns the kind of a call: 's' for fsync, 'd' for fdatasync, 'o' for openat; 0 if there is no such call. Its path
/// is copied with a zero at its end, and cut at `capacity`.
char disk_trace_read(size_t position, char *path, size_t capacity);

#endif
