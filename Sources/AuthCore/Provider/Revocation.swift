/// The data that revokes a session that no longer exists here.
public struct Revocation: Sendable {
  /// The session.
  public let session: Session
  /// A page to open so that the provider ends its own session, if there is one (OpenID Connect RP-Initiated Logout).
  public let redirect: SignOutRedirect?
  /// Creates a revocation.
  public init(session: Session, redirect: SignOutRedirect? = nil) {
    self.session = session
    self.redirect = redirect
  }
}
