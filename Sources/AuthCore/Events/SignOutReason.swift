/// The reason why no user is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// No session was found since the client was created.
  case never
  /// The user or the app ended the session, or the session was deleted from the store, for example by another process.
  case requested
  /// The server, or the app's own identity system, refused to renew the session. The value is this package's error
  /// code; it is `renewal_lost` if an earlier use of the credential got no response.
  case refused(AuthError.Code)
  /// The session was deselected and is still stored.
  case deselected
}
