/// The result of a flow.
public enum FlowResult: Sendable {
  /// A session. After a sign-in or sign-up with a client, it is stored and selected. After a step-up, it is stored in
  /// place of the session that the flow used, if that session was stored.
  case session(Session, isNewUser: Bool)
  /// A code for the app's backend to exchange.
  case authorizationCode(AuthorizationCode)
  /// A short-lived token for the app's backend to validate.
  case proof(ActionProof)
  /// A new credential of the signed-in user.
  case credential(Credential)

  /// The name of the case: `session`, `authorizationCode`, `proof` or `credential`.
  public var name: String {
    switch self {
    case .session: "session"
    case .authorizationCode: "authorizationCode"
    case .proof: "proof"
    case .credential: "credential"
    }
  }
}
