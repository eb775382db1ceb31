import AuthCore

/// Watches subdirectories of a directory for files that any process adds, removes or replaces. A thread waits for
/// events of the kernel (inotify; kqueue on Apple platforms), so that no code has to poll. Reading the count takes only
/// one lock.
///
/// If the directory does not exist, the nearest existing directory above it is watched until the directory is created.
///
/// The thread starts with the first reader of the count, and ends when the watch is deallocated.
final class DirectoryWatch: Sendable {
  private let directory: String
  private let rooms: [String]
  private let counter = ChangeCounter()
  private let waiting = Locked<DirectoryWatchThread?>(nil)

  init(_ directory: String, rooms: [String]) {
    self.directory = directory
    self.rooms = rooms
  }

  /// A count that grows with every change; nil while the directory cannot be watched.
  var revision: UInt64? { begin() ? counter.count : nil }

  /// Returns a stream with one element after one or more changes; nil while the directory cannot be watched.
  func changes() -> AsyncStream<Void>? { begin() ? counter.stream() : nil }

  /// The directories above a path, nearest first, each with the entry in it that leads to the path.
  static func ancestors(of path: String) -> [(directory: String, entry: String)] {
    let names = path.split(separator: "/")
    let base = path.hasPrefix("/") ? "/" : "./"
    func first(_ count: Int) -> String { "\(base)\(names.prefix(count).joined(separator: "/"))" }
    return names.indices.reversed().map { (index: Int) in (directory: first(index), entry: first(index + 1)) }
  }

  private func begin() -> Bool {
    waiting.withLock { waiting in
      if let waiting, !waiting.isOver { return true }
      waiting = DirectoryWatchThread.start(directory, rooms, counter)
      return waiting != nil
    }
  }
}
