package import AuthCore

/// An event's contribution to metrics.
///
/// Dimensions contain only names from small sets, such as providers, codes and hosts, but no paths, sessions or users.
package struct EventMeasure: Sendable, Equatable {
  /// The kind and amount of the contribution.
  package enum Kind: Sendable, Equatable {
    /// A count of one.
    case count
    /// A duration.
    case time(Duration)
  }

  /// The metric's name, such as `latchkey.requests`.
  package let label: String
  /// The metric's dimensions, in the order in which the metrics system gets them.
  package let dimensions: [(String, String)]
  /// The kind and amount of the contribution.
  package let kind: Kind

  /// Creates a contribution to one metric.
  package init(label: String, dimensions: [(String, String)], kind: Kind) {
    self.label = label
    self.dimensions = dimensions
    self.kind = kind
  }

  /// Returns the measures of an event.
  package static func measures(of event: AuthEvent) -> [EventMeasure] {
    switch event {
    case .flowStarted(let provider, let purpose):
      [count("flows.started", [("provider", provider.rawValue), ("purpose", purpose)])]
    case .promptShown(let provider, let prompt):
      [count("prompts", [("provider", provider.rawValue), ("prompt", prompt)])]
    case .flowEnded(let provider, let error):
      [count("flows.ended", [("provider", provider.rawValue), ("outcome", outcome(error))])]
    case .request(let request): measures(of: request)
    case .retry(let url, _, _): [count("retries", [("host", host(of: url))])]
    case .refreshStarted(let provider, _): [count("refreshes.started", [("provider", provider.rawValue)])]
    case .refreshEnded(let provider, _, let error):
      [count("refreshes.ended", [("provider", provider.rawValue), ("outcome", outcome(error))])]
    case .renewal(let renewal):
      [count("renewals", [("provider", renewal.provider.rawValue), ("step", renewal.step.rawValue)])]
    case .sessionExpiring(let provider, _, _): [count("sessions.expiring", [("provider", provider.rawValue)])]
    case .clockSkew(let provider, _, let isCorrected):
      [count("clock_skews", [("provider", provider.rawValue), ("corrected", "\(isCorrected)")])]
    case .sessionEnded(let provider, _, let reason):
      [count("sessions.ended", [("provider", provider.rawValue), ("reason", name(of: reason))])]
    case .store(let operation, let provider, let error):
      [
        count(
          "store.operations",
          [("provider", provider.rawValue), ("operation", operation), ("outcome", outcome(error))])
      ]
    case .step(let provider, let name): [count("steps", [("provider", provider.rawValue), ("name", name)])]
    }
  }

  private static func measures(of request: RequestEvent) -> [EventMeasure] {
    let outcome = request.status.map { "\($0)" } ?? request.error?.rawValue ?? "none"
    let dimensions = [("method", request.method), ("host", host(of: request.url)), ("outcome", outcome)]
    return [
      count("requests", dimensions),
      EventMeasure(
        label: "latchkey.request.duration", dimensions: Array(dimensions.prefix(2)), kind: .time(request.duration)),
    ]
  }

  private static func count(_ name: String, _ dimensions: [(String, String)]) -> EventMeasure {
    EventMeasure(label: "latchkey." + name, dimensions: dimensions, kind: .count)
  }

  private static func outcome(_ error: AuthError?) -> String { error?.code.rawValue ?? "ok" }

  private static func host(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[2]) : "unknown"
  }

  private static func name(of reason: SignOutReason) -> String {
    switch reason {
    case .never: "never"
    case .requested: "requested"
    case .refused(let code): code.rawValue
    case .deselected: "deselected"
    }
  }

  /// Returns whether two measures are equal in label, dimensions and kind.
  package static func == (left: EventMeasure, right: EventMeasure) -> Bool {
    left.label == right.label && left.kind == right.kind
      && left.dimensions.elementsEqual(right.dimensions) { $0 == $1 }
  }
}
