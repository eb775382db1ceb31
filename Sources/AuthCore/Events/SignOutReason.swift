/// Why no user is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// No user has signed in yet.
  case never
  /// The user or the app asked for it.
  case requested
  /// The server refused to renew the session.
  case refused(AuthError.Code)
  /// Another session was selected, and then none.
  case deselected
}
