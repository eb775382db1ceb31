#if canImport(Darwin)
  import AuthCore
  import Darwin

  /// The thread of a watch, which waits for vnode events of a kqueue.
  ///
  /// The event of a directory reports that an entry was added, removed or replaced by a rename. That is sufficient,
  /// because the stores replace files only by renames; the name of the entry is not needed.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  final class DirectoryWatchThread: Sendable {
    private let queue: Int32
    private let over: Over

    private init(queue: Int32, over: Over) {
      self.queue = queue
      self.over = over
    }

    /// Whether the thread has ended before its owner, because a directory on the watched path was created, moved or
    /// removed, or because the queue failed.
    var isOver: Bool { over.flag.withLock { $0 } }

    private final class Over: Sendable { let flag = Locked(false) }

    /// Starts a thread; returns nil if the path names something other than a readable directory, or if the system has
    /// no more descriptors or threads. If the directory does not exist, the thread ends with a notification when the
    /// next directory on the path to it is created.
    static func start(_ directory: String, _ rooms: [String], _ counter: ChangeCounter) -> DirectoryWatchThread? {
      let queue = kqueue()
      guard queue >= 0 else { return nil }
      var watched = Watched(queue: queue)
      let (isWatched, missing) = watched.addRoot(directory)
      guard isWatched, watched.addEnd() else {
        watched.close()
        return nil
      }
      if missing == nil { for room in rooms { watched.add(directory + "/" + room) } }
      let over = Over()
      let isRunning = BlockingThread.start { [watched] in
        var watched = watched
        while let event = watched.next(), !event.isEnd {
          if let missing, !event.isGone {
            guard access(missing, F_OK) == 0 else { continue }
            break
          }
          // An event of the root may report that a store created its subdirectory. Watch that subdirectory.
          if event.isRoot { for room in rooms { watched.add(directory + "/" + room) } }
          counter.note()
          if event.isGone { break }
        }
        over.flag.withLock { $0 = true }
        // The last notification makes readers read the count again, which starts a new thread.
        counter.note()
        watched.close()
      }
      guard isRunning else {
        watched.close()
        return nil
      }
      return DirectoryWatchThread(queue: queue, over: over)
    }

    /// Ends the thread, which closes the queue.
    deinit {
      // The flag's lock ensures that this code never writes to a queue that the thread has closed.
      over.flag.withLock { isOver in
        guard !isOver else { return }
        var end = kevent64_s()
        end.ident = Watched.endIdentifier
        end.filter = Int16(EVFILT_USER)
        end.fflags = UInt32(NOTE_TRIGGER)
        _ = kevent64(queue, &end, 1, nil, 0, 0, nil)
      }
    }

    /// The directories that a queue watches.
    private struct Watched {
      /// The kind of an event that the thread received.
      struct Event {
        var isEnd = false
        var isRoot = false
        var isGone = false
      }

      /// The identifier of the event that ends the thread. User filters have separate identifiers, so this number
      /// cannot collide with a descriptor.
      static let endIdentifier: UInt64 = 1

      let queue: Int32
      /// The watched directories with their descriptors; the root is the first.
      private var directories: [(path: String, file: Int32)] = []

      init(queue: Int32) { self.queue = queue }

      /// Begins to watch a directory, unless it is already watched; returns false if that fails.
      @discardableResult
      mutating func add(_ path: String) -> Bool {
        if directories.contains(where: { $0.path == path }) { return true }
        let file = open(path, O_EVTONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        var event = kevent64_s()
        event.ident = UInt64(file)
        event.filter = Int16(EVFILT_VNODE)
        event.flags = UInt16(EV_ADD | EV_CLEAR)
        event.fflags = UInt32(NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)
        guard kevent64(queue, &event, 1, nil, 0, 0, nil) == 0 else {
          _ = Darwin.close(file)
          return false
        }
        directories.append((path, file))
        return true
      }

      /// Begins to watch a directory, or, if it does not exist, the nearest directory above it.
      ///
      /// - Returns: whether a directory is watched, and its missing entry, if any.
      mutating func addRoot(_ directory: String) -> (isWatched: Bool, missing: String?) {
        // The entry can be created after `add` has failed and before `access` is called. Then the search begins again.
        for _ in 0..<3 {
          if add(directory) { return (true, nil) }
          for (above, entry) in DirectoryWatch.ancestors(of: directory) {
            guard errno == ENOENT else { return (false, nil) }
            guard add(above) else { continue }
            if access(entry, F_OK) != 0 { return (true, entry) }
            removeAll()
            break
          }
        }
        return (false, nil)
      }

      private mutating func removeAll() {
        for directory in directories { _ = Darwin.close(directory.file) }
        directories = []
      }

      /// Registers the event that ends the thread.
      func addEnd() -> Bool {
        var event = kevent64_s()
        event.ident = Self.endIdentifier
        event.filter = Int16(EVFILT_USER)
        event.flags = UInt16(EV_ADD | EV_CLEAR)
        return kevent64(queue, &event, 1, nil, 0, 0, nil) == 0
      }

      /// Waits for an event and returns it; nil if the queue fails.
      mutating func next() -> Event? {
        var happened = kevent64_s()
        while true {
          let count = kevent64(queue, nil, 0, &happened, 1, 0, nil)
          if count == 1 { break }
          guard count < 0, errno == EINTR else { return nil }
        }
        if happened.filter == Int16(EVFILT_USER) { return Event(isEnd: true) }
        let isRoot = directories.first.map { UInt64($0.file) == happened.ident } ?? false
        let isGone = happened.fflags & UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE) != 0
        if isGone, !isRoot { forget(happened.ident) }
        return Event(isRoot: isRoot, isGone: isGone && isRoot)
      }

      /// Closes the descriptor of a subdirectory that was removed. If the subdirectory is created again, an event of
      /// the root adds it again.
      private mutating func forget(_ identifier: UInt64) {
        for directory in directories where UInt64(directory.file) == identifier { _ = Darwin.close(directory.file) }
        directories.removeAll { UInt64($0.file) == identifier }
      }

      mutating func close() {
        removeAll()
        _ = Darwin.close(queue)
      }
    }
  }
#endif
