extension AuthClient {
  /// The events from now on, in addition to the observer. Each call returns a new reader, which has already started.
  ///
  /// For a reader that is behind, the newest `AuthEvents.capacity` events are kept. Without a reader, events cost no
  /// more than the observer does.
  public var events: AuthEvents { eventSource.events }
}
