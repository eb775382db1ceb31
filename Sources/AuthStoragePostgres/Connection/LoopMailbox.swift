import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What callers and the thread of a loop share: statements, and a pair of sockets that wakes the thread.
final class LoopMailbox: Sendable {
  struct State {
    var jobs: [PostgresJob] = []
    var isRunning = false
    var isClosed = false
  }

  let state = Locked(State())
  private let reader: POSIXDescriptor
  private let writer: POSIXDescriptor

  /// nil when the system gives no descriptors.
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

  /// Readable when the thread is to look.
  var descriptor: Int32 { reader.number }

  /// Wakes the thread. If the buffer is full, it is awake already.
  func signal() {
    var byte: UInt8 = 0
    _ = send(writer.number, &byte, 1, Int32(MSG_DONTWAIT))
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while recv(reader.number, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == bytes.count {}
  }

  /// The thread ends, and closes its connections.
  func close() {
    state.withLock { $0.isClosed = true }
    signal()
  }
}
