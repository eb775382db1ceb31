public import AuthCore

/// The services that a storage back-end may use, besides its own storage.
public struct StorageSystem: Sendable {
  /// The time.
  public var clock: any AuthClock
  /// Randomness.
  public var random: any RandomSource

  /// A system.
  public init(clock: any AuthClock, random: any RandomSource) {
    self.clock = clock
    self.random = random
  }
}
