/// What a provider needs to go on with a flow: the state that its logic gave when it was suspended.
public struct SuspendedFlow: Sendable {
  /// The state, opened from its record.
  public let state: JSONValue

  /// A state as it was given: for a provider's own tests, the client makes its own.
  public init(state: JSONValue) { self.state = state }
}
