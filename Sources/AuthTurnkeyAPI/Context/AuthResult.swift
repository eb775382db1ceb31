public import AuthCore
import AuthTurnkey

/// What a sign-in ended in.
public struct AuthResult: Sendable {
  /// What was done.
  public enum Action: Sendable, Hashable {
    /// A known user signed in.
    case login
    /// A user was made.
    case signup
  }

  /// The session; stored and selected.
  public let session: Session
  /// What was done.
  public let action: Action
}
