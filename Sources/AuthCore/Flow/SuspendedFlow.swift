/// The data with which a provider resumes a flow: the state that the flow's logic returned when the flow was suspended,
/// and the flow's request.
public struct SuspendedFlow: Sendable {
  /// The value of `FlowLogic.suspended` at the time when the flow was suspended.
  public let state: JSONValue
  /// The flow's request: purpose, method, identifier, redirect URL, profile and `exchange` as they were, and the
  /// session as it is stored now. A start token and the options of a passkey ceremony are not stored with a suspended
  /// flow.
  public let request: FlowRequest

  /// Creates a suspended flow. Only a provider's tests need this; in an app, `AuthClient` creates it.
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
