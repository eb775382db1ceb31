import AuthCore

/// The end of every sign-in, account link and use of a second factor. All flows share it.
struct PrivyEnding: Sendable {
  private let purpose: FlowRequest.Purpose
  /// The error with which the flow ends, set while the flow ends a session that should not have been opened.
  private var reason: AuthError?

  init(_ purpose: FlowRequest.Purpose) { self.purpose = purpose }

  /// The flow's last step for a result; nil for a result with which no flow ends.
  mutating func step(_ result: Result<PrivyFlow.Outcome, AuthError>) -> FlowStep<PrivyFlow.Effect>? {
    // The outcome of ending the session does not matter: the session is not stored, and it expires anyway.
    if let reason { return .failed(reason) }
    switch result {
    case .success(.signedIn(let session, let isNewUser)):
      // The vendor has no sign-up-only request. By now a known user is signed in and has to be signed out again.
      guard purpose != .signUp || isNewUser else {
        reason = AuthError(.userExists, "The user already exists. Sign in.")
        return .perform(.logOut(session), .request)
      }
      return .completed(.session(session, isNewUser: isNewUser))
    case .success(.credential(let credential)): return .completed(.credential(credential))
    case .success(.factorProved(let token)):
      var action: String?
      if case .stepUp(let name) = purpose { action = name }
      return .completed(.proof(ActionProof(token: token, action: action)))
    default: return nil
    }
  }
}
