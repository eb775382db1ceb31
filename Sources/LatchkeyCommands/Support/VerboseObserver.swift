import AuthCore
import AuthTerminal

/// Prints events on standard error, for `--verbose`. Events contain no secrets.
struct VerboseObserver: AuthObserver {
  func record(_ event: AuthEvent) {
    Output.note(Style.error.dim("  · \(text(event))"))
  }

  private func text(_ event: AuthEvent) -> String {
    switch event {
    case .flowStarted(let provider, let purpose): "\(provider): \(purpose) started"
    case .promptShown(let provider, let prompt): "\(provider): prompt \(prompt)"
    case .flowEnded(let provider, let error): "\(provider): flow \(outcome(error))"
    case .request(let request):
      "\(request.method) \(request.url) → \(request.status.map(String.init) ?? request.error?.rawValue ?? "?") "
        + "in \(milliseconds(request.duration)) ms"
    case .retry(let url, let attempt, let wait): "retry \(attempt) of \(url) in \(milliseconds(wait)) ms"
    case .refreshStarted(let provider, let session): "\(provider): renewing \(session)"
    case .refreshEnded(let provider, let session, let error): "\(provider): renewal of \(session) \(outcome(error))"
    case .renewal(let renewal):
      "\(renewal.provider): renewal of \(renewal.session) from generation \(renewal.generation), claim "
        + "\(renewal.fence): \(renewal.step.rawValue)"
    case .sessionExpiring(let provider, let session, let remaining):
      "\(provider): session \(session) expires in \(remaining.components.seconds) s"
    case .clockSkew(let provider, let behind, let isCorrected):
      "\(provider): this machine's clock is \(abs(behind.components.seconds)) s "
        + "\(behind < .zero ? "ahead of" : "behind") the server's" + (isCorrected ? "" : ", too far to correct")
    case .sessionEnded(let provider, let session, let reason): "\(provider): session \(session) ended (\(reason))"
    case .store(let operation, let provider, let error): "\(provider): store \(operation) \(outcome(error))"
    case .step(let provider, let name): "\(provider): \(name)"
    }
  }

  private func outcome(_ error: AuthError?) -> String { error.map { "failed: \($0.code)" } ?? "succeeded" }

  private func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}
