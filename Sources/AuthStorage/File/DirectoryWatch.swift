import AuthCore

/// Watches subdirectories of a directory for files that any process adds, removes or replaces. A thread waits in the
/// kernel (inotify; kqueue on Apple's systems), so nothing polls, and reading the count takes one lock.
///
/// The thread begins with the first reader of the count and ends with the watch, which owns it.
final class DirectoryWatch: Sendable {
  private let directory: String
  private let rooms: [String]
  private let news = StoreChanges()
  private let waiting = Locked<DirectoryWatchThread?>(nil)

  init(_ directory: String, rooms: [String]) {
    self.directory = directory
    self.rooms = rooms
  }

  /// Grows with every change; nil while there is no registration.
  var revision: UInt64? { begin() ? news.count : nil }

  /// One element after changes; nil while there is no registration.
  func changes() -> AsyncStream<Void>? { begin() ? news.stream() : nil }

  private func begin() -> Bool {
    waiting.withLock { waiting in
      if let waiting, !waiting.isOver { return true }
      waiting = DirectoryWatchThread.start(directory, rooms, news)
      return waiting != nil
    }
  }
}
