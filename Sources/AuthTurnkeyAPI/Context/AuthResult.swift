public import AuthCore
import AuthTurnkey

/// The result of a sign-in.
public struct AuthResult: Sendable {
  /// The action of a sign-in.
  public enum Action: Sendable, Hashable {
    /// A known user signed in.
    case login
    /// A new user signed up.
    case signup
  }

  /// The session. It is stored and selected.
  public let session: Session
  /// The action.
  public let action: Action
}
