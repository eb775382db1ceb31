/// The sessions to end: all of a subject, or one.
public enum SandboxRevocation: Sendable, Hashable {
  /// Every session of the vendor's user id.
  case subject(String)
  /// One session by the vendor's name for it.
  case session(String)
}
