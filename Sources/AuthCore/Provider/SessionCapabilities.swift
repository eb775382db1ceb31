#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A provider whose sessions can be renewed without the user.
///
/// The session engine calls it once however many callers wait, with the store's lock held, and stores what it gives.
public protocol SessionRefreshing: AuthProvider {
  /// Renews a session.
  ///
  /// - Parameters:
  ///   - session: the stored session.
  ///   - token: what the token provider gave after a `tokenRequired`; nil at the first call.
  /// - Throws: anything that keeps the session: `network`, `server_error`, `rate_limited`, `malformed_response`, ….
  ///   Only `.refused` ends it.
  func refresh(_ session: Session, token: Secret?) async throws(AuthError) -> RefreshOutcome
  /// Whether the engine renews the session when its time comes; where it does not, only `AuthClient.refresh()` does.
  func renewsAutomatically(_ session: Session) -> Bool
}

extension SessionRefreshing {
  /// Yes.
  public func renewsAutomatically(_ session: Session) -> Bool { true }
}

/// What came of a renewal.
public enum RefreshOutcome: Sendable {
  /// The renewed session: same id, new credential.
  case refreshed(Session)
  /// A token of the app is needed; the engine lets go of its lock, asks the token provider and calls again. Once more
  /// where the request names the token that was just given as `rejected`.
  case tokenRequired(TokenRequest)
  /// The server refuses, with authority: the session has ended.
  case refused(AuthError)
}

/// A provider whose sessions hold what its server says of the user, which flows of it change.
package protocol SessionDescribing: AuthProvider {
  /// The session with what the server says of its user now. Its credential stays as it is.
  func described(_ session: Session) async throws(AuthError) -> Session
}

/// A provider whose server can be told that a session is over.
public protocol SessionRevoking: AuthProvider {
  /// What it takes to revoke `session`, prepared while the session still exists; nil when there is nothing to tell.
  func revocation(of session: Session) -> Revocation?
  /// Tells the server, after the session was deleted here and before `discard` lets go of its keys, so that it can still
  /// be proved who says so.
  func revoke(_ revocation: Revocation) async throws(AuthError)
}

/// What it takes to revoke a session that no longer exists here.
public struct Revocation: Sendable {
  /// The session.
  public let session: Session
  /// A page to open for the provider to end its own session, where there is one (OpenID Connect RP-Initiated Logout).
  public let redirect: SignOutRedirect?
  /// A revocation.
  public init(session: Session, redirect: SignOutRedirect? = nil) {
    self.session = session
    self.redirect = redirect
  }
}

/// A page to open at sign-out.
public struct SignOutRedirect: Sendable, Hashable {
  /// What to open.
  public let url: URL
  /// The scheme of the callback, where it is one of the app's own.
  public let callbackScheme: String?
  /// Whose it is.
  public let providerID: ProviderID
  /// A page to open.
  public init(url: URL, callbackScheme: String?, providerID: ProviderID) {
    self.url = url
    self.callbackScheme = callbackScheme
    self.providerID = providerID
  }
}

/// A provider whose sessions authorise requests: by a stamp, a bearer token, a proof of possession.
public protocol RequestAuthorizing: AuthProvider {
  /// Where its credentials may go.
  var origins: [Origin] { get }
  /// The request with its authorisation. The body is final: what is signed is what is sent.
  func authorize(_ request: TransportRequest, for session: Session) async throws(AuthError) -> TransportRequest
  /// Whether the server refused the credential, so that a renewal and one more try are worth it.
  func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool
  /// Whether the server takes the credential and wants it proved anew, by what its answer says: the request is then
  /// authorised and sent once more, without a renewal (RFC 9449 §9, a nonce). Sees every answer, so that it is also the
  /// place to learn from one.
  func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool
}

extension RequestAuthorizing {
  /// A 401.
  public func refusesCredential(_ response: TransportResponse, to request: TransportRequest) -> Bool {
    response.status == 401
  }

  /// Never.
  public func wantsAnotherProof(_ response: TransportResponse, to request: TransportRequest) -> Bool { false }
}

/// A provider whose flows end in a code or a proof that the app's backend turns into a session.
public protocol SessionExchanging: AuthProvider {
  /// Whether the configuration names a backend.
  var canExchange: Bool { get }
  /// The app's session for a code or a proof; other results come back as they are.
  func exchange(_ result: FlowResult, for request: FlowRequest) async throws(AuthError) -> FlowResult
}
