/// What a provider needs to go on with a flow: the state that its logic gave when it was suspended.
public struct SuspendedFlow: Sendable {
  /// The state, opened from its record.
  public let state: JSONValue
  /// What the flow was started for: purpose, method, identifier, profile and `exchange` as they were, and the session as it
  /// is stored now. A start token and how a passkey ceremony looks are not kept.
  public let request: FlowRequest

  /// A state as it was given: for a provider's own tests, the client makes its own.
  public init(state: JSONValue, request: FlowRequest = FlowRequest()) {
    self.state = state
    self.request = request
  }
}

extension SuspendedFlow: Redacting {
  /// Nothing.
  public var shownParts: KeyValuePairs<String, String> {
    [:]
  }
}
