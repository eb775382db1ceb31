import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source of action tokens: the token provider, or the app's backend if the token provider has no token
/// (`token_required`).
struct ActionTokenSource: Sendable {
  let providerID: ProviderID
  let backend: AppBackend?
  let scopes: [String]
  let services: ProviderServices
  /// The proofs of the app sessions' keys; nil if app sessions have no keys.
  var proofs: RequestProofs?

  /// An action token, and what the app's backend returned with it.
  struct Tracked: Sendable {
    let token: ActionToken
    /// The number for number matching; nil if the token provider returned the token, or if the app's backend does not
    /// use number matching (A45).
    var number: String?
  }

  /// A token for an action; nil if the only source is the backend and no identifier is known.
  ///
  /// - Throws: the errors of `tracked(for:identifier:session:rejected:)`.
  func token(
    for action: String, identifier: String?, session: Session?, rejected: ActionToken?
  ) async throws(AuthError) -> ActionToken? {
    try await tracked(for: action, identifier: identifier, session: session, rejected: rejected)?.token
  }

  /// A token for an action, with the backend's number for number matching; nil if the only source is the backend and no
  /// identifier is known.
  ///
  /// DESIGN A75: the backend's route `POST {backend}/track {"identifier","action","scope"}` returns
  /// `{"token","numberMatch"?}`. If the signed-in user's session is of this provider and has an access token, the
  /// request contains that token, so that the backend does not have to trust the identifier. The backend decides which
  /// scopes it grants.
  ///
  /// - Throws: `token_required` if no source is configured, or if no user is signed in at the token provider's source;
  ///   `invalid_token` for a token that is not a JWT; `user_not_found`; `forbidden`; the other errors of the token
  ///   provider and the backend.
  func tracked(
    for action: String, identifier: String?, session: Session?, rejected: ActionToken?
  ) async throws(AuthError) -> Tracked? {
    let request = TokenRequest(
      .action(name: action, scopes: scopes), providerID: providerID, identifier: identifier, session: session,
      rejected: rejected?.secret)
    let given: Secret?
    do throws(AuthError) {
      given = try await services.token(for: request)
    } catch where error.code == .tokenRequired {
      return try await tracked(action, identifier, session)
    }
    guard let given else {
      throw AuthError(
        .tokenRequired,
        "The token provider returned no action token, because no user is signed in at its source. Sign in there first.",
        recovery: .signIn)
    }
    return Tracked(token: try Self.checked(given))
  }

  /// A token for an action of a signed-in user: `cached`, or else a token from the source.
  func token(for action: String, of session: Session, cached: ActionToken?) async throws(AuthError) -> ActionToken {
    if let cached { return cached }
    let fetched = try await token(
      for: action, identifier: session.identifier ?? session.subject, session: session, rejected: nil)
    guard let fetched else {
      throw AuthError(
        .tokenRequired, "A request for an action token needs an identifier, and the session has none. Sign in again.")
    }
    return fetched
  }

  private func tracked(
    _ action: String, _ identifier: String?, _ session: Session?
  ) async throws(AuthError) -> Tracked? {
    guard var backend else {
      throw AuthError(
        .tokenRequired,
        "No action token is available: no backend is configured, and no token provider has a token. Set the app's "
          + "backend ($.providers.\(providerID).backend) or a token provider, or pass a token to setToken.",
        vendorCode: AuthsignalErrorCode.tokenNotSet.rawValue)
    }
    guard let identifier else { return nil }
    var headers = HTTPHeaders()
    if let session, session.providerID == providerID, let token = session.tokens.access {
      headers["Authorization"] = "Bearer " + token.revealText()
      if let key = session.key, let proofs { backend = backend.bound(to: key, by: proofs) }
    }
    do throws(AuthError) {
      let body: JSONValue = [
        "identifier": .string(identifier), "action": .string(action),
        "scope": .string(scopes.joined(separator: " ")),
      ]
      let answer = try await backend.post("track", body, headers: headers)
      return Tracked(
        token: try Self.checked(try answer.requiredSecret("token")), number: NumberMatching.number(in: answer))
    } catch where Self.unknownUser.contains(error.vendorCode ?? "") {
      throw AuthError(
        .userNotFound, "The app's backend has no user with this identifier. Sign up.", vendorCode: error.vendorCode)
    } catch where error.code == .invalidToken && session == nil {
      throw AuthError(
        .forbidden,
        "The app's backend refused to issue a token for this user and action. If the action needs a signed-in user, "
          + "sign in first. Otherwise check the backend's log.",
        vendorCode: error.vendorCode)
    }
  }

  /// GUESS A76: the codes with which a backend reports an unknown user.
  private static let unknownUser: Set<String> = ["user_not_found", "user_does_not_exist", "unknown_user"]

  private static func checked(_ secret: Secret) throws(AuthError) -> ActionToken {
    guard let token = ActionToken(secret) else {
      throw AuthError(
        .invalidToken,
        "The action token is not a JWT of at most 8192 bytes. Check the token provider or the app's backend, and start "
          + "again.", recovery: .restart)
    }
    return token
  }
}
