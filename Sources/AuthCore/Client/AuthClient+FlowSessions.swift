extension AuthClient {
  /// The request with the way to its session, for as long as the flow runs.
  ///
  /// - Parameter isStored: whether the session was in the store when the flow began; nil where that was not looked at.
  func following(_ request: FlowRequest, isStored: Bool? = nil) -> FlowRequest {
    guard let session = request.session else { return request }
    let wasStored = Locked(isStored)
    var following = request
    following.sessionSource = FlowSession { [self] () throws(AuthError) in
      // Another configuration's, or another tenant's: it is used as it was given.
      guard let instance = linkedInstance(session.providerID), instance.isOwn(session) else { return session }
      guard try await services.sessionStore.load(session.id) != nil else {
        guard wasStored.withLock({ $0 }) == true else { return session }
        throw AuthError(
          .notSignedIn, "The user whom the flow is for has signed out; sign in, and start again.", recovery: .signIn,
          provider: session.providerID)
      }
      wasStored.withLock { $0 = true }
      do throws(AuthError) {
        return try await working(session.id, of: instance)
      } catch  where error.code == .reauthenticationRequired {
        return session
      }
    }
    return following
  }

  /// The stored session of that identity, selected or not, with a credential that works. The engine of the selected one
  /// is asked where it is that one: it knows what the store would not take.
  private func working(_ id: SessionID, of instance: ProviderSessions) async throws(AuthError) -> Session {
    if try await instance.stored()?.id == id, let current = try await instance.current(), current.id == id {
      return current
    }
    return try await account(id).session()
  }
}
