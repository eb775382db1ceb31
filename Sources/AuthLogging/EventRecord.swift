package import AuthCore
import AuthText

/// An event as an entry of a structured log.
///
/// Of an event's error, the entry contains only the code, the vendor's code and the trace ID, not the error's message.
package struct EventRecord: Sendable, Equatable {
  /// A level, with its name in swift-log.
  package enum Level: String, Sendable, CaseIterable {
    case debug, info, notice, warning, error
  }

  /// The level at which to log the event.
  package let level: Level
  /// The message, the same for every event of its kind.
  package let message: String
  /// The metadata.
  package let fields: [String: String]

  /// Creates the entry of an event.
  package init(_ event: AuthEvent) {
    switch event {
    case .flowStarted(let provider, let purpose):
      self.init(.info, "flow started", provider, ["purpose": purpose])
    case .promptShown(let provider, let prompt):
      self.init(.debug, "prompt shown", provider, ["prompt": prompt])
    case .flowEnded(let provider, let error):
      self.init(.info, "flow ended", provider, error: error)
    case .request(let request): self.init(request)
    case .retry(let url, let attempt, let wait):
      self.init(
        .notice, "request retried",
        fields: ["url": url, "attempt": "\(attempt)", "after_ms": Self.milliseconds(wait)])
    case .refreshStarted(let provider, let session):
      self.init(.debug, "refresh started", provider, ["session": session.rawValue])
    case .refreshEnded(let provider, let session, let error):
      self.init(.info, "refresh ended", provider, ["session": session.rawValue], error: error)
    case .renewal(let renewal):
      self.init(
        renewal.step == .lost ? .warning : .debug, "renewal", renewal.provider,
        [
          "session": renewal.session.rawValue, "generation": "\(renewal.generation)", "fence": "\(renewal.fence)",
          "step": renewal.step.rawValue,
        ])
    case .sessionExpiring(let provider, let session, let rest):
      self.init(
        .notice, "session expiring", provider, ["session": session.rawValue, "in_ms": Self.milliseconds(rest)])
    case .clockSkew(let provider, let behind, let isCorrected):
      self.init(
        isCorrected ? .notice : .warning, "clock skew", provider,
        ["behind_ms": Self.milliseconds(behind), "corrected": "\(isCorrected)"])
    case .sessionEnded(let provider, let session, let reason):
      self.init(.notice, "session ended", provider, ["session": session.rawValue, "reason": Self.name(of: reason)])
    case .store(let operation, let provider, let error):
      self.init(.debug, "store", provider, ["operation": operation], error: error)
    case .step(let provider, let name):
      self.init(.debug, "step", provider, ["name": name])
    }
  }

  private init(_ request: RequestEvent) {
    var fields = ["method": request.method, "url": request.url, "duration_ms": Self.milliseconds(request.duration)]
    fields["status"] = request.status.map { "\($0)" }
    fields["error"] = request.error?.rawValue
    let isBad = request.error != nil || request.status.map { $0 >= 500 } == true
    self.init(isBad ? .warning : .debug, "request", fields: fields)
  }

  private init(_ level: Level, _ message: String, fields: [String: String]) {
    self.level = level
    self.message = message
    // A vendor chooses its error codes and trace IDs, so they may contain any characters: every value is escaped.
    self.fields = fields.mapValues { EscapedText($0, limit: 512).description }
  }

  private init(
    _ level: Level, _ message: String, _ provider: ProviderID, _ fields: [String: String] = [:],
    error: AuthError? = nil
  ) {
    var fields = fields
    fields["provider"] = provider.rawValue
    guard let error else {
      self.init(level, message, fields: fields)
      return
    }
    fields["error"] = error.code.rawValue
    fields["vendor_code"] = error.vendorCode
    fields["trace_id"] = error.traceID
    self.init(Self.level(of: error), message, fields: fields)
  }

  /// Returns the level of an error. A refusal, for example of a wrong code, is a notice. A faulty configuration or
  /// store is an error, because it needs an operator.
  private static func level(of error: AuthError) -> Level {
    switch error.code.kind {
    case .refused: .notice
    case .transient: .warning
    case .configuration, .storage, .usage, .fault: .error
    }
  }

  private static func name(of reason: SignOutReason) -> String {
    switch reason {
    case .never: "never"
    case .requested: "requested"
    case .refused(let code): code.rawValue
    case .deselected: "deselected"
    }
  }

  private static func milliseconds(_ duration: Duration) -> String { "\(Int64((duration.seconds * 1000).rounded()))" }
}
