extension AuthClient {
  /// A new sequence of the events from the moment of the call. The observer of the client's services receives the same
  /// events.
  ///
  /// For a reader that is behind, the newest `AuthEvents.capacity` unread events are kept. Without a reader, an event
  /// costs the observer's work and one lock.
  public var events: AuthEvents { eventSource.events }
}
