/// The session of a flow's user while the flow runs: read anew each time, since a flow can take longer than a credential
/// lives.
struct FlowSession: Sendable {
  /// A structure around the closure, as `FlowCompletion` is.
  let current: @Sendable () async throws(AuthError) -> Session
}
