/// Which sessions a sign-out ends, what else it deletes, and how long the revocation may take.
public struct SignOutOptions: Sendable, Hashable {
  /// Which sessions end.
  public enum Scope: Sendable, Hashable {
    /// The selected session.
    case selected
    /// All stored sessions of the named provider instance, or of every linked provider if the call does not name an
    /// instance. Sessions of a tenant other than the configured one stay.
    case all
  }

  /// Which sessions end.
  public var scope: Scope
  /// Whether the sign-out removes the users' device trust and push credentials.
  public var forgetDevice: Bool
  /// Whether to delete the history of each signed-out user who has no other session. Setting `forgetDevice` has this
  /// effect, even if `forgetHistory` is false.
  public var forgetHistory: Bool
  /// How long the server may take to respond to the revocation.
  public var revocationTimeout: Duration

  /// Creates options. By default, the selected session ends, the device stays known, the history is kept, and the
  /// server has five seconds to respond.
  public init(
    scope: Scope = .selected, forgetDevice: Bool = false, forgetHistory: Bool = false,
    revocationTimeout: Duration = .seconds(5)
  ) {
    self.scope = scope
    self.forgetDevice = forgetDevice
    self.forgetHistory = forgetHistory
    self.revocationTimeout = revocationTimeout
  }
}
