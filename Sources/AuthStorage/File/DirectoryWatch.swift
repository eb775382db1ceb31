import AuthCore

/// Hears of files that come, go and are replaced in a directory's rooms, by whichever process: a thread waits in the
/// kernel (inotify; kqueue on Apple's systems), so that nothing polls and reading the count costs a lock.
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

  /// Grows with every change; nil while nothing can be heard.
  var revision: UInt64? { begin() ? news.count : nil }

  /// An element after changes; nil while nothing can be heard.
  func changes() -> AsyncStream<Void>? { begin() ? news.stream() : nil }

  private func begin() -> Bool {
    waiting.withLock { waiting in
      if let waiting, !waiting.isOver { return true }
      waiting = DirectoryWatchThread.start(directory, rooms, news)
      return waiting != nil
    }
  }
}
