/// The session of a flow's user while the flow runs. It is read again each time, because a flow can take longer than a
/// credential lives.
struct FlowSession: Sendable {
  /// A structure around the closure, as `FlowCompletion` is.
  let current: @Sendable () async throws(AuthError) -> Session
}
