/// How far a sign-out goes.
public struct SignOutOptions: Sendable, Hashable {
  /// Whose sessions end.
  public enum Scope: Sendable, Hashable {
    /// The selected one.
    case selected
    /// All that are stored, of every linked provider.
    case all
  }

  /// Whose sessions end.
  public var scope: Scope
  /// Whether device trust and push credentials go, too.
  public var forgetDevice: Bool
  /// Whether the users' histories go, too, unless another session of theirs stays; they do with `forgetDevice`.
  public var forgetHistory: Bool
  /// How long the server may take to hear of it.
  public var revocationTimeout: Duration

  /// Options; by default the selected session, the device stays known, the history is kept, five seconds.
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
