import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The state that callers share with the thread of a loop: submitted statements, and a socket pair that wakes the
/// thread.
final class LoopMailbox: Sendable {
  struct State {
    var jobs: [PostgresJob] = []
    var isRunning = false
    var isClosed = false
    /// Whether the thread takes new jobs without another wake-up byte: because it is awake, or because a byte was sent,
    /// or is about to be sent.
    var isAwake = false
  }

  let state = Locked(State())
  private let reader: POSIXDescriptor
  private let writer: POSIXDescriptor

  /// Creates an empty mailbox; nil if the system has no file descriptors left.
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

  /// A file descriptor that becomes readable when the state has changed.
  var descriptor: Int32 { reader.number }

  /// Wakes the thread. A full buffer is not an error, because its bytes already wake the thread.
  func signal() {
    var byte: UInt8 = 0
    _ = send(writer.number, &byte, 1, Int32(MSG_DONTWAIT))
  }

  /// Announces that the thread is about to wait for events; returns false if there is something to do instead. The
  /// thread must call `wakeUp()` when the wait has ended.
  func fallAsleep() -> Bool {
    state.withLock { state in
      guard state.jobs.isEmpty, !state.isClosed else { return false }
      state.isAwake = false
      return true
    }
  }

  /// Whether there are submitted statements that the thread has not taken.
  var hasMail: Bool { state.withLock { !$0.jobs.isEmpty } }

  /// Announces that the thread has ended its wait.
  func wakeUp() { state.withLock { $0.isAwake = true } }

  /// Reads all wake-up bytes.
  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while recv(reader.number, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) == buffer.count {}
    }
  }

  /// Makes the thread close its connections and end.
  func close() {
    state.withLock { $0.isClosed = true }
    signal()
  }
}
