extension AuthClient {
  /// Returns the request with a source of its session, so that the flow can use the session's current credential while
  /// it runs. A request without a session is returned unchanged.
  ///
  /// - Parameter isStored: whether the session was stored when the flow began; nil if that was not checked.
  func following(_ request: FlowRequest, isStored: Bool? = nil) -> FlowRequest {
    guard let session = request.session else { return request }
    let memory = Locked(FlowSession.Memory(wasStored: isStored, given: [session]))
    var following = request
    following.sessionSource = FlowSession(memory: { memory.withLock { $0 } }) {
      [self] () throws(AuthError) in
      // A session of a provider that is not linked, or of another tenant, cannot be renewed here and is used as given.
      guard let instance = linkedInstance(session.providerID), instance.isOwn(session) else { return session }
      guard try await services.sessionStore.load(session.id) != nil else {
        guard memory.withLock({ $0.wasStored }) == true else { return session }
        throw FlowSession.signedOut(session)
      }
      memory.withLock { $0.wasStored = true }
      do throws(AuthError) {
        let current = try await account(session.id).session()
        memory.withLock { if !$0.given.contains(current) { $0.given.append(current) } }
        return current
      } catch where error.code == .reauthenticationRequired {
        return session
      }
    }
    return following
  }
}
