/// Decides when the agent ends. Times count from any fixed instant.
struct AgentLifetime: Sendable {
  private let idleTime: Duration
  private let endTime: Duration
  private var lastUse: Duration
  private var stopped: Duration?

  init(_ limits: AgentLimits, at now: Duration) {
    idleTime = limits.idleTime
    endTime = limits.endTime
    lastUse = now
  }

  /// Whether the agent takes no more requests.
  var isStopping: Bool { stopped != nil }

  /// Notes that a request for a credential begins or ends.
  mutating func used(at now: Duration) { lastUse = max(lastUse, now) }

  /// Takes no more requests. Those that are being served are finished.
  mutating func stop(at now: Duration) { stopped = stopped ?? now }

  /// Stops if the agent was idle for long enough. An agent that serves a request is not idle.
  mutating func check(at now: Duration, serving: Int) {
    if serving == 0, now - lastUse >= idleTime { stop(at: now) }
  }

  /// Whether the agent ends now, with so many connections open.
  func isOver(at now: Duration, connections: Int) -> Bool {
    guard let stopped else { return false }
    return connections == 0 || now - stopped >= endTime
  }

  /// When `check` or `isOver` has to be asked again.
  var next: Duration { stopped.map { $0 + endTime } ?? (lastUse + idleTime) }
}
