/// What it takes to use a key, fixed when the key is made.
public struct KeyPolicy: Sendable, Hashable {
  /// Whether a person has to be there, and how they show it.
  public enum UserPresence: String, Sendable, Hashable {
    /// Nobody has to be there.
    case none
    /// A biometric or the device's own code.
    case any
    /// A biometric alone.
    case biometric
    /// The device's own code alone.
    case deviceCredential
  }

  /// Who has to be there.
  public var userPresence: UserPresence
  /// How long one proof of presence holds; zero asks at every use.
  public var authorizationLifetime: Duration

  /// A policy; by default nobody has to be there.
  public init(userPresence: UserPresence = .none, authorizationLifetime: Duration = .zero) {
    self.userPresence = userPresence
    self.authorizationLifetime = authorizationLifetime
  }
}
