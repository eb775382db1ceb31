public import AuthCore

/// The services that a storage back-end may use, besides its own storage.
public struct StorageSystem: Sendable {
  /// The time.
  public var clock: any AuthClock
  /// Randomness.
  public var random: any RandomSource
  /// The directory of file stores on this host; nil if nothing is kept in files.
  public var directory: String?
  /// Receives the events of stores.
  public var observer: any AuthObserver

  /// A system.
  public init(
    clock: any AuthClock, random: any RandomSource, directory: String? = nil,
    observer: any AuthObserver = SilentObserver()
  ) {
    self.clock = clock
    self.random = random
    self.directory = directory
    self.observer = observer
  }
}
