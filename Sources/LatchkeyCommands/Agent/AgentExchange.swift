import AuthCore
import AuthStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One request of a client, and its answer.
enum AgentExchange {
  /// The largest answer, in bytes.
  private static let answerLimit = 4 << 20

  /// Sends a line without its end, and returns the line of the answer; nil if the agent closed the connection without
  /// an answer. The request has then to be sent to another agent.
  ///
  /// - Parameter limit: how long the exchange may take. A renewal waits for the vendor's server.
  /// - Throws: `timeout` if the agent does not answer in time; `response_too_large`; `internal` without a thread.
  static func send(
    _ line: [UInt8], over socket: UnixSocket, within limit: Duration = .seconds(180)
  ) async throws(AuthError) -> [UInt8]? {
    let outcome = await BlockingThread.run { Result { () throws(AuthError) in try blocking(line, socket, limit) } }
    guard let outcome else {
      throw AuthError(.internalError, "The system could not create a thread for the agent's answer.")
    }
    return try outcome.get()
  }

  private static func blocking(
    _ line: [UInt8], _ socket: UnixSocket, _ limit: Duration
  ) throws(AuthError) -> [UInt8]? {
    let deadline = ContinuousClock.now.advanced(by: limit)
    var rest = line + [0x0A]
    defer { Wiping.wipe(&rest) }
    while !rest.isEmpty {
      try wait(for: POLLOUT, socket, deadline)
      // An agent that refuses a connection answers and closes it, perhaps before the request is sent.
      guard let count = socket.sent(rest) else { break }
      rest.removeFirst(count)
    }
    var lines = AgentLines(limit: answerLimit)
    defer { lines.wipe() }
    while true {
      switch lines.next() {
      case .line(let answer): return answer
      case .tooLong:
        throw AuthError(.responseTooLarge, "The agent's answer has more than \(answerLimit) bytes.")
      case .incomplete: break
      }
      try wait(for: POLLIN, socket, deadline)
      switch socket.received() {
      case .nothing: break
      case .closed: return nil
      case .bytes(let bytes): lines.append(bytes)
      }
    }
  }

  /// The error for an agent that hangs.
  static func noAnswer(_ process: Int32?) -> AuthError {
    AuthError(
      .timeout,
      "The agent did not answer or end in time. Try again, or end it with "
        + "'kill -KILL \(process.map { "\($0)" } ?? "PROCESS")': nothing stored is lost.")
  }

  private static func wait(
    for event: Int32, _ socket: UnixSocket, _ deadline: ContinuousClock.Instant
  ) throws(AuthError) {
    var source = pollfd(fd: socket.descriptor, events: Int16(event), revents: 0)
    while true {
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else {
        throw noAnswer(socket.peer?.process)
      }
      let milliseconds = min(1_000_000, rest.components.seconds * 1000 + 1)
      if poll(&source, 1, Int32(milliseconds)) != 0 { return }
    }
  }
}
