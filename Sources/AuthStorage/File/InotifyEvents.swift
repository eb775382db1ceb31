#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if os(Linux) || os(Android)
  /// The kernel's events for a watched directory (the root) and for the stores' subdirectories in it (inotify(7)).
  struct InotifyEvents {
    /// The watch descriptor of the root.
    let root: Int32
    /// Whether one of the events is an event of the root: a subdirectory may have been created.
    private(set) var isOfRoot = false
    /// Whether the root was moved or removed.
    private(set) var isRootGone = false

    init(root: Int32) { self.root = root }

    /// Adds events in the format of the kernel: a structure of fixed size, whose last field is the length of the name
    /// that follows it.
    mutating func read(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes { bytes in
        let fixed = MemoryLayout<inotify_event>.size
        var start = 0
        while start + fixed <= bytes.count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          // After an overflow, the lost events may include events of the root.
          if event.wd == root || event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOfRoot = true }
          // IN_IGNORED: the kernel has ended the watch, because the root was removed.
          if event.wd == root, event.mask & UInt32(IN_MOVE_SELF | IN_IGNORED) != 0 { isRootGone = true }
          start += fixed + Int(event.len)
        }
      }
    }
  }
#endif
