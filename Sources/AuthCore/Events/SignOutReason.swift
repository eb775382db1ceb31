/// Why no user is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// No user has signed in yet.
  case never
  /// The user or the app signed out.
  case requested
  /// The server refused to renew the session.
  case refused(AuthError.Code)
  /// Another session was selected and later deselected.
  case deselected
}
