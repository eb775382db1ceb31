import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if os(Linux) || os(Android)
  /// The thread of a watch. The thread waits for inotify events and for the closure of a socket pair. This object owns
  /// one socket of the pair: when the object is deallocated, that socket is closed and the thread ends.
  final class DirectoryWatchThread: Sendable {
    private let end: POSIXDescriptor
    private let watched: Watched

    /// The descriptors that the thread waits for.
    private final class Watched: Sendable {
      let events: POSIXDescriptor
      let end: POSIXDescriptor
      let isOver = Locked(false)

      init(_ events: consuming POSIXDescriptor, _ end: consuming POSIXDescriptor) {
        self.events = events
        self.end = end
      }
    }

    private init(_ end: consuming POSIXDescriptor, _ watched: Watched) {
      self.end = end
      self.watched = watched
    }

    /// Whether the thread has ended before its owner, because a directory on the watched path was created, moved or
    /// removed.
    var isOver: Bool { watched.isOver.withLock { $0 } }

    /// Starts a thread; returns nil if the path names something other than a readable directory, or if the system has
    /// no more watches, descriptors or threads. If the directory does not exist, the thread ends with a notification
    /// when the next directory on the path to it is created.
    static func start(_ directory: String, _ rooms: [String], _ counter: ChangeCounter) -> DirectoryWatchThread? {
      var ends = [Int32](repeating: -1, count: 2)
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let kind = SOCK_STREAM | SOCK_CLOEXEC
      #endif
      _ = socketpair(AF_UNIX, kind, PF_UNSPEC, &ends)
      guard let endOfThread = POSIXDescriptor(ends[0]), let end = POSIXDescriptor(ends[1]),
        let events = POSIXDescriptor(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
      else { return nil }
      guard let (root, missing) = watchRoot(directory, events.number) else { return nil }
      add(rooms, of: directory, to: events.number)
      let watched = Watched(events, endOfThread)
      let isRunning = BlockingThread.start {
        // An entry that was created before the watch began does not cause an event, so the loop looks for the entry
        // before it waits.
        while missing.map({ access($0, F_OK) != 0 }) ?? true, let heard = wait(for: watched, root: root),
          !heard.isRootGone
        {
          if missing != nil { continue }
          if heard.isOfRoot { add(rooms, of: directory, to: watched.events.number) }
          counter.note()
        }
        watched.isOver.withLock { $0 = true }
        // The last notification makes readers read the count again, which starts a new thread.
        counter.note()
      }
      return isRunning ? DirectoryWatchThread(end, watched) : nil
    }

    /// Watches a directory, or, if it does not exist, the nearest directory above it.
    ///
    /// - Returns: the watch descriptor, and the missing entry of the watched directory, if any; nil if no directory can
    ///   be watched.
    private static func watchRoot(_ directory: String, _ watch: Int32) -> (root: Int32, missing: String?)? {
      let root = inotify_add_watch(watch, directory, UInt32(IN_CREATE | IN_MOVE_SELF | IN_ONLYDIR))
      if root != -1 { return (root, nil) }
      for (above, entry) in DirectoryWatch.ancestors(of: directory) {
        guard errno == ENOENT else { return nil }
        let root = inotify_add_watch(watch, above, UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR))
        if root != -1 { return (root, entry) }
      }
      return nil
    }

    /// Watches the subdirectories of the stores. The kernel keeps one watch per directory, so repeated calls do not
    /// watch a subdirectory twice.
    private static func add(_ rooms: [String], of directory: String, to watch: Int32) {
      for room in rooms {
        _ = inotify_add_watch(watch, directory + "/" + room, UInt32(IN_MOVED_TO | IN_DELETE | IN_ONLYDIR))
      }
    }

    /// Waits for events and returns them; nil when the thread must end.
    private static func wait(for watched: Watched, root: Int32) -> InotifyEvents? {
      var ready = [watched.events.number, watched.end.number].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: .zero)
      }
      // If a signal interrupts the call, no event has arrived, and the result contains no events. Readers then read the
      // store once more than necessary.
      _ = poll(&ready, nfds_t(ready.count), .max)
      guard ready[1].revents == 0 else { return nil }
      var heard = InotifyEvents(root: root)
      while true {
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(BUFSIZ)) { buffer, count in
          count = max(0, read(watched.events.number, buffer.baseAddress, buffer.count))
        }
        if bytes.isEmpty { return heard }
        heard.read(bytes)
      }
    }
  }
#endif
