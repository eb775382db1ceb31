extension AuthClient {
  /// Gives the request access to its session while the flow runs.
  ///
  /// - Parameter isStored: whether the session was stored when the flow began; nil if that was not checked.
  func following(_ request: FlowRequest, isStored: Bool? = nil) -> FlowRequest {
    guard let session = request.session else { return request }
    let wasStored = Locked(isStored)
    var following = request
    following.sessionSource = FlowSession(wasStored: { wasStored.withLock { $0 } == true }) {
      [self] () throws(AuthError) in
      // A session of another configuration or tenant is used as given.
      guard let instance = linkedInstance(session.providerID), instance.isOwn(session) else { return session }
      guard try await services.sessionStore.load(session.id) != nil else {
        guard wasStored.withLock({ $0 }) == true else { return session }
        throw FlowSession.signedOut(session)
      }
      wasStored.withLock { $0 = true }
      do throws(AuthError) {
        return try await account(session.id).session()
      } catch  where error.code == .reauthenticationRequired {
        return session
      }
    }
    return following
  }
}
