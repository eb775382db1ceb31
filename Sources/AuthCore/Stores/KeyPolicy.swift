/// The conditions for using a key, fixed when the key is made.
public struct KeyPolicy: Sendable, Hashable {
  /// Whether a user has to be present, and how they prove it.
  public enum UserPresence: String, Sendable, Hashable {
    /// No user has to be present.
    case none
    /// A biometric or the device's own code.
    case any
    /// A biometric alone.
    case biometric
    /// The device's own code alone.
    case deviceCredential
  }

  /// Whether a user has to be present, and how they prove it.
  public var userPresence: UserPresence
  /// For how long one proof of presence is valid. With zero, the user is asked at every use. Has no effect if
  /// `userPresence` is `none`.
  public var authorizationLifetime: Duration

  /// Creates a policy; by default no user has to be present.
  public init(userPresence: UserPresence = .none, authorizationLifetime: Duration = .zero) {
    self.userPresence = userPresence
    self.authorizationLifetime = authorizationLifetime
  }
}
