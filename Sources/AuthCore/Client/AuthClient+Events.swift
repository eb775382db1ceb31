extension AuthClient {
  /// A new sequence of the events that occur after this property is read. The observer of the client's services
  /// receives the same events.
  ///
  /// For a reader that is behind, the newest `AuthEvents.capacity` unread events are kept. If nothing reads the
  /// sequence, each event costs one lock in addition to the observer's own work.
  public var events: AuthEvents { eventSource.events }
}
