#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The open descriptors of this process, from the kernel (proc_pid_fdinfo(5)).
enum OpenFiles {
  static var count: Int { TemporaryDirectory.entries("/proc/self/fd").count }

  /// Returns how many inotify instances of this process watch a directory.
  static func watches(of directory: String) -> Int {
    var status = stat()
    guard lstat(directory, &status) == 0 else { return 0 }
    let inode = " ino:" + String(status.st_ino, radix: 16) + " "
    return TemporaryDirectory.entries("/proc/self/fdinfo").count { file in
      String(decoding: TemporaryDirectory.read("/proc/self/fdinfo/" + file), as: UTF8.self).contains(inode)
    }
  }
}
