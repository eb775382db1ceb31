import AuthCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that wakes the thread that watches a child process. Each event is one byte.
final class ChildBell: Sendable {
  enum Ring: UInt8, Sendable {
    /// The child has ended, and is not reaped yet.
    case ended = 1
    /// The caller was cancelled.
    case cancelled
    /// The thread that waits for the child's end could not be created.
    case unwatched
  }

  /// The pipe's end that is polled.
  let output: Int32
  private let input: Int32

  /// Creates a pipe; nil when the system does not create one.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (output, input) = (ends[0], ends[1])
  }

  deinit {
    close(output)
    close(input)
  }

  func ring(_ ring: Ring) {
    var byte = ring.rawValue
    while write(input, &byte, 1) == -1 && errno == EINTR {}
  }

  /// Returns the unread events.
  func heard() -> [Ring] {
    var bytes = [UInt8](repeating: 0, count: 8)
    let count = read(output, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].compactMap(Ring.init) : []
  }
}
