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
