/// The reason why no user is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// No user has signed in yet.
  case never
  /// The user or the app signed out.
  case requested
  /// The server refused to renew the session.
  case refused(AuthError.Code)
  /// The session was deselected and is still stored.
  case deselected
}
