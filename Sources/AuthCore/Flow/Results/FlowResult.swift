/// The result of a flow.
public enum FlowResult: Sendable {
  /// A session, stored and selected.
  case session(Session, isNewUser: Bool)
  /// A code for the app's backend to exchange.
  case authorizationCode(AuthorizationCode)
  /// A short-lived token for the app's backend to validate.
  case proof(ActionProof)
  /// A new credential of the signed-in user.
  case credential(Credential)

  /// `session`, `authorizationCode`, `proof`, `credential`.
  public var name: String {
    switch self {
    case .session: "session"
    case .authorizationCode: "authorizationCode"
    case .proof: "proof"
    case .credential: "credential"
    }
  }
}
