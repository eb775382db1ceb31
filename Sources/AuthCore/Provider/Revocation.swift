/// The data for revoking a session at its server after it was deleted on this device.
public struct Revocation: Sendable {
  /// The session to revoke.
  public let session: Session
  /// A page to open so that the vendor ends its session in the browser (OpenID Connect RP-Initiated Logout); nil if
  /// the vendor has no such page.
  public let redirect: SignOutRedirect?

  /// Creates a revocation, by default without a page to open.
  public init(session: Session, redirect: SignOutRedirect? = nil) {
    self.session = session
    self.redirect = redirect
  }
}
