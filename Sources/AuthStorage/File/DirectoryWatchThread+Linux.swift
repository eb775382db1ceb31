import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  /// The thread of a watch, which waits for inotify, and a socket, whose close ends it.
  final class DirectoryWatchThread: Sendable {
    private let end: Int32
    private let over: Over

    private init(end: Int32, over: Over) {
      self.end = end
      self.over = over
    }

    /// Whether it has ended by itself: the directory is gone, or is another one by now.
    var isOver: Bool { over.flag.withLock { $0 } }

    private final class Over: Sendable { let flag = Locked(false) }

    deinit { close(end) }

    /// nil where the directory is not there, or the kernel gives no more watches.
    static func start(_ directory: String, _ rooms: [String], _ news: StoreChanges) -> DirectoryWatchThread? {
      let watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      let mask = UInt32(IN_CREATE) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
      let root = inotify_add_watch(watch, directory, mask)
      var ends: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      guard root >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
        close(watch)
        return nil
      }
      let (endOfThread, end) = (ends[0], ends[1])
      let over = Over()
      add(rooms, of: directory, to: watch)
      let isRunning = BlockingThread.start {
        wait(watch, endOfThread, root) { isRoot in
          if isRoot { add(rooms, of: directory, to: watch) }
          news.note()
        }
        over.flag.withLock { $0 = true }
        // Its last word: a reader of the count now begins anew.
        news.note()
        close(watch)
        close(endOfThread)
      }
      guard isRunning else {
        close(watch)
        close(end)
        close(endOfThread)
        return nil
      }
      return DirectoryWatchThread(end: end, over: over)
    }

    /// A room that is watched already is not watched twice.
    private static func add(_ rooms: [String], of directory: String, to watch: Int32) {
      let mask = UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_ONLYDIR)
      for room in rooms { _ = inotify_add_watch(watch, directory + "/" + room, mask) }
    }

    private static func wait(_ watch: Int32, _ end: Int32, _ root: Int32, _ changed: (_ isRoot: Bool) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        var ready = [
          pollfd(fd: watch, events: Int16(POLLIN), revents: 0), pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&ready, 2, -1) < 0, errno != EINTR { return }
        if ready[1].revents != 0 { return }
        guard ready[0].revents != 0 else { continue }
        var news = News()
        while true {
          let count = read(watch, &buffer, buffer.count)
          guard count > 0 else { break }
          news.read(buffer[..<count], root: root)
        }
        if news.isRootGone { return }
        if news.isAny { changed(news.isOfRoot) }
      }
    }

    /// What the kernel's events say (inotify(7)).
    private struct News {
      var isAny = false
      var isOfRoot = false
      var isRootGone = false

      mutating func read(_ bytes: ArraySlice<UInt8>, root: Int32) {
        bytes.withUnsafeBytes { bytes in
          var start = 0
          while start + 16 <= bytes.count {
            let watch = bytes.loadUnaligned(fromByteOffset: start, as: Int32.self)
            let mask = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self)
            let length = bytes.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self)
            isAny = true
            // Events that were lost may have been the root's.
            if watch == root || mask & UInt32(IN_Q_OVERFLOW) != 0 { isOfRoot = true }
            // The kernel ends the watch of what was deleted.
            let gone = UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)
            if watch == root, mask & gone != 0 { isRootGone = true }
            start += 16 + Int(length)
          }
        }
      }
    }
  }
#endif
