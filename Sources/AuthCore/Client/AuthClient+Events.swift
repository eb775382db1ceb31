extension AuthClient {
  /// The events from now on; the observer gets them, too. Each call returns a new sequence, which collects events from
  /// the moment of the call.
  ///
  /// For a reader that is behind, the newest `AuthEvents.capacity` events are kept. Without a reader, events cost no
  /// more than the observer does.
  public var events: AuthEvents { eventSource.events }
}
