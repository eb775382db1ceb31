/// The reason why no user is signed in.
public enum SignOutReason: Sendable, Hashable {
  /// The client has not found a session since it was created.
  case never
  /// The user or the app signed out.
  case requested
  /// The server, or the app's own identity system, refused the renewal of the session, with this code.
  case refused(AuthError.Code)
  /// The session was deselected and is still stored.
  case deselected
}
