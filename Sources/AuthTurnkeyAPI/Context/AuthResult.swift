public import AuthCore
import AuthTurnkey

/// The result of a sign-in.
public struct AuthResult: Sendable {
  /// Whether a known user signed in or a new user signed up.
  public enum Action: Sendable, Hashable {
    /// A known user signed in.
    case login
    /// A new user signed up.
    case signup
  }

  /// The session. It is stored and selected.
  public let session: Session
  /// Whether the user signed in or signed up.
  public let action: Action
}
