/// What a flow shows, one after the other.
public enum FlowUpdate: Sendable {
  /// Nothing was sent yet; comes only before the first request.
  case idle
  /// Something is under way that the user does not have to act on.
  case working(Activity)
  /// The user has to act.
  case prompt(Prompt, PromptContext)
  /// Done; the last update.
  case completed(FlowResult)
  /// Not done; the last update.
  case failed(AuthError)

  /// Whether nothing follows.
  public var isTerminal: Bool {
    switch self {
    case .completed, .failed: true
    case .idle, .working, .prompt: false
    }
  }
}

/// What is under way.
public enum Activity: String, Sendable, Hashable {
  /// A request to the vendor.
  case request
  /// A passkey ceremony.
  case passkey
  /// Proving that the device is a known one.
  case deviceTrust
  /// Fetching a token from the app's identity system or backend.
  case tokenFetch
  /// Asking whether another device has decided.
  case polling
}

/// What a flow ends in.
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
