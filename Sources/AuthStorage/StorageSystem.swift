public import AuthCore

/// What a storage back-end may touch of the outside beside what it is there for.
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
