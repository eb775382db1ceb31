import AuthCore

/// What other threads report to the thread of the server: answers, and the request to stop. Each report wakes it.
final class AgentInbox: Sendable {
  /// The reply to a line: what is sent, and what happens afterwards.
  struct Reply: Sendable, Equatable {
    enum Then: Sendable, Equatable {
      case nothing
      /// The agent ends.
      case stop
      /// The agent ends, and the client gets no answer: another agent has to serve the request.
      case giveUp
    }

    var line: [UInt8]
    var then = Then.nothing
    /// Whether the request used a session, so that the agent is not idle.
    var isUse = false
  }

  enum Report: Sendable {
    case reply(connection: UInt64, Reply)
    case stop
  }

  /// The end that becomes readable with each report.
  let output: UnixSocket
  private let input: UnixSocket
  private let reports = Locked<[Report]>([])

  /// Creates an inbox; nil if the system does not create its sockets.
  init?() {
    guard let ends = UnixSocket.pair() else { return nil }
    (output, input) = ends
  }

  deinit {
    output.close()
    input.close()
  }

  func report(_ report: Report) {
    reports.withLock { $0.append(report) }
    // A full buffer also wakes the thread.
    _ = input.sent([0])
  }

  /// The reports that have arrived, in their order.
  func taken() -> [Report] {
    _ = output.received()
    return reports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }
}
