/// The session of a flow's user while the flow runs. It is read again each time, because a credential can expire before
/// the flow ends.
struct FlowSession: Sendable {
  /// What the engine remembers of a flow's session.
  struct Memory: Sendable {
    /// Whether the session is known to have been stored while the flow ran; nil if it is not known.
    var wasStored: Bool?
    /// The sessions that the flow was given, the first one first.
    var given: [Session]
  }

  let memory: @Sendable () -> Memory
  /// Returns the current session. This structure wraps the closure, because before iOS 18 the type of a closure with a
  /// typed error has no metadata, so it cannot be a generic argument (the value of a lock or of an optional).
  let current: @Sendable () async throws(AuthError) -> Session

  static func signedOut(_ session: Session) -> AuthError {
    AuthError(
      .notSignedIn, "The user of this flow has signed out. Sign in and start again.", recovery: .signIn,
      provider: session.providerID)
  }
}
