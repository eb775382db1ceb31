/// The session of a flow's user while the flow runs. It is read again each time, because a credential can expire before
/// the flow ends.
struct FlowSession: Sendable {
  /// Wrapped in a structure: before iOS 18, the type of a closure with a typed error has no metadata as a generic
  /// argument (the value of a lock, an optional).
  let current: @Sendable () async throws(AuthError) -> Session
}
