public import AuthCore
public import AuthVerifier

/// Verifies the access tokens of the app's own sessions, for a `RequestVerifier`. The session names the app's user, so
/// no rule has to find it.
public struct AppSessionVerifier: CredentialVerifier {
  /// The name of the sessions among the backend's verifiers.
  public let id: ProviderID
  private let sessions: AppSessions

  /// Creates a verifier of the tokens of `sessions`.
  public init(_ sessions: AppSessions, id: ProviderID = "app-session") {
    self.sessions = sessions
    self.id = id
  }

  /// Opaque tokens with the prefix of access tokens.
  public var routes: [CredentialRoute] { [.prefix(AppSessionTokenKind.access.prefix)] }

  /// Returns the session's user, with the provider of the sign-in in which the session was opened.
  ///
  /// - Throws: the errors of `AppSessions.verify(_:)`.
  public func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    let session = try await sessions.verify(credential.token)
    var principal = Principal(
      provider: session.provider, tenant: id.rawValue, subject: session.providerSubject, credential: .appSession)
    principal.user = session.subject
    principal.issuedAt = session.issuedAt
    principal.expiresAt = session.tokenExpiresAt
    principal.authenticatedAt = session.authenticatedAt
    principal.sessionID = session.id.rawValue
    principal.keyThumbprint = session.dpopKeyThumbprint
    principal.claims = session.claims
    return principal
  }
}
