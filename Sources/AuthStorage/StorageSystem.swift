public import AuthCore

/// The services of the host that a storage back-end may use.
public struct StorageSystem: Sendable {
  /// The clock for timeouts and timestamps.
  public var clock: any AuthClock
  /// The source of random bytes.
  public var random: any RandomSource
  /// The directory of the file stores on this host; nil if no store keeps files.
  public var directory: String?
  /// The observer that receives the events of the stores.
  public var observer: any AuthObserver

  /// Creates the services, by default for stores without files, and without an observer.
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
