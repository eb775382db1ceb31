import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state that callers share with the thread of a loop: statements, and a pair of sockets that wakes the thread.
final class LoopMailbox: Sendable {
  struct State {
    var jobs: [PostgresJob] = []
    var isRunning = false
    var isClosed = false
  }

  let state = Locked(State())
  private let reader: POSIXDescriptor
  private let writer: POSIXDescriptor

  /// Nil if the system has no file descriptors left.
  init?() {
    var pair: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0, let reader = POSIXDescriptor(pair[0]),
      let writer = POSIXDescriptor(pair[1])
    else { return nil }
    self.reader = reader
    self.writer = writer
  }

  /// A file descriptor that is readable when the thread has to look at the state.
  var descriptor: Int32 { reader.number }

  /// Wakes the thread. If the buffer is full, the thread is already awake.
  func signal() {
    var byte: UInt8 = 0
    _ = send(writer.number, &byte, 1, Int32(MSG_DONTWAIT))
  }

  /// Reads all wake-up bytes.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while recv(reader.number, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count {}
  }

  /// Tells the thread to end and to close its connections.
  func close() {
    state.withLock { $0.isClosed = true }
    signal()
  }
}
