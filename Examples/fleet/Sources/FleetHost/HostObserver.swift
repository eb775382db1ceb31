import AuthCore

/// Records the client's events in the history and the metrics.
struct HostObserver: AuthObserver {
  let history: HostHistory
  let metrics: HostMetrics

  func record(_ event: AuthEvent) {
    switch event {
    case .renewal(let renewal):
      history.note(
        renewal.step.rawValue, session: renewal.session, generation: renewal.generation, fence: renewal.fence)
      metrics.count("fleet_renewals_total", ["step": renewal.step.rawValue])
    case .store(let operation, _, let error?):
      metrics.count("fleet_store_errors_total", ["operation": operation, "code": error.code.rawValue])
    case .sessionEnded(_, let session, _):
      history.note("session_ended", session: session)
      metrics.count("fleet_sessions_ended_total")
    default: break
    }
  }
}
