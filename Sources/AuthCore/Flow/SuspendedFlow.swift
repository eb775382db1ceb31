/// The data with which a provider resumes a flow: the state that its logic returned when it was suspended.
public struct SuspendedFlow: Sendable {
  /// The state, opened from its record.
  public let state: JSONValue
  /// The flow's request: purpose, method, identifier, profile and `exchange` as they were, and the session as it is
  /// stored now. A start token and the options of a passkey ceremony are not kept.
  public let request: FlowRequest

  /// Creates a suspended flow for a provider's own tests; the client makes its own.
  public init(state: JSONValue, request: FlowRequest = FlowRequest()) {
    self.state = state
    self.request = request
  }
}

extension SuspendedFlow: Redacting {
  /// No parts are shown.
  public var shownParts: KeyValuePairs<String, String> {
    [:]
  }
}
