import AuthCore

/// How every way to sign in, to link an account and to use a second factor ends: what all flows share.
struct PrivyEnding: Sendable {
  private let purpose: FlowRequest.Purpose
  /// Why the flow has failed, while the session that was opened is being ended.
  private var reason: AuthError?

  init(_ purpose: FlowRequest.Purpose) { self.purpose = purpose }

  /// The step that a result leads to where it is a last one.
  mutating func step(_ result: Result<PrivyFlow.Outcome, AuthError>) -> FlowStep<PrivyFlow.Effect>? {
    // Whether it could be ended changes nothing: it is kept nowhere and runs out by itself.
    if let reason { return .failed(reason) }
    switch result {
    case .success(.signedIn(let session, let isNewUser)):
      // The vendor has no "sign up only": a known user is signed in by then, and has to be signed out again.
      guard purpose != .signUp || isNewUser else {
        reason = AuthError(.userExists, "The user exists already; sign in.")
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
