import AuthCore

/// One client's connection, without I/O: what has arrived, what is to be sent, and until when. One request is served at
/// a time; the next one is read when its answer has been sent. Times count from any fixed instant.
struct AgentConnection: Sendable {
  /// What the server does next.
  enum Step: Sendable, Equatable {
    /// Waits for the client.
    case wait
    /// Serves this line.
    case serve([UInt8])
    /// Closes the connection.
    case close
  }

  private let limits: AgentLimits
  private var lines: AgentLines
  private(set) var output: [UInt8] = []
  /// Whether a request is being served.
  private(set) var isServing = false
  /// Whether the client sends nothing more.
  private var hasEnded = false
  /// Whether the connection is closed when the output has been sent.
  private var isLast = false
  private var deadline: Duration

  init(_ limits: AgentLimits, at now: Duration) {
    self.limits = limits
    lines = AgentLines(limit: limits.lineBytes)
    deadline = now + limits.quietTime
  }

  var wantsInput: Bool { !isServing && output.isEmpty && !hasEnded && !isLast }
  var wantsOutput: Bool { !output.isEmpty }
  /// When the client's time is over; nil while a request is being served.
  var end: Duration? { isServing ? nil : deadline }

  /// Takes bytes that have arrived.
  mutating func received(_ bytes: some Collection<UInt8>, at now: Duration) -> Step {
    if lines.isEmpty { deadline = now + limits.lineTime }
    lines.append(bytes)
    return next(at: now)
  }

  /// Notes that the client has closed its side.
  mutating func ended(at now: Duration) -> Step {
    hasEnded = true
    return isServing || wantsOutput ? .wait : .close
  }

  /// Takes the answer to the request that is being served.
  mutating func answered(_ line: [UInt8], at now: Duration) {
    isServing = false
    output = line
    deadline = now + limits.answerTime
  }

  /// Refuses the connection: it is closed when the line has been sent.
  mutating func refuse(_ error: AuthError, at now: Duration) {
    isLast = true
    answered(AgentAnswer.line(.null, error), at: now)
  }

  /// Notes that the first bytes of the output were sent.
  mutating func sent(_ count: Int, at now: Duration) -> Step {
    var rest = Array(output.dropFirst(count))
    Wiping.wipe(&output)
    swap(&output, &rest)
    guard output.isEmpty else { return .wait }
    if isLast { return .close }
    deadline = now + (lines.isEmpty ? limits.quietTime : limits.lineTime)
    return next(at: now)
  }

  /// Overwrites what has arrived and what is to be sent.
  mutating func wipe() {
    lines.wipe()
    Wiping.wipe(&output)
    output = []
  }

  private mutating func next(at now: Duration) -> Step {
    switch lines.next() {
    case .incomplete: return hasEnded ? .close : .wait
    case .line(let line):
      isServing = true
      return .serve(line)
    case .tooLong:
      lines.wipe()
      refuse(
        AuthError(
          .invalidRequest, "The request has more than \(limits.lineBytes) bytes. Send less, and open a new connection."),
        at: now)
      return .wait
    }
  }
}
