/// The sessions to end: all sessions of a user, or one session.
public enum SandboxRevocation: Sendable, Hashable {
  /// Every session of the user with this id of the vendor.
  case subject(String)
  /// The session with this id of the vendor.
  case session(String)
}
