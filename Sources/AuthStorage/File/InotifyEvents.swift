#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  /// The kernel's events of a watched directory, the root, and of the stores' subdirectories in it (inotify(7)).
  struct InotifyEvents {
    /// The number of the root's own watch.
    let root: Int32
    /// Whether something happened in the root: a subdirectory may have been created.
    private(set) var isOfRoot = false
    /// Whether the root was moved or removed.
    private(set) var isRootGone = false

    init(root: Int32) { self.root = root }

    /// Adds events as the kernel writes them: a fixed part, whose last field is the length of a name that follows.
    mutating func read(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { bytes in
        let fixed = MemoryLayout<inotify_event>.size
        var start = 0
        while start + fixed <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          // Events that were lost may have been the root's.
          if event.wd == root || event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOfRoot = true }
          // The kernel ends the watch of what was removed.
          if event.wd == root, event.mask & UInt32(IN_MOVE_SELF | IN_IGNORED) != 0 { isRootGone = true }
          start += fixed + Int(event.len)
        }
      }
    }
  }
#endif
