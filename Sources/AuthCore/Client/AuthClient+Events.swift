extension AuthClient {
  /// What happens from now on, beside the observer: each call gives a reader of its own, which has already begun.
  ///
  /// Of events that it has not taken yet, the newest `AuthEvents.capacity` are kept. While no reader is there, events
  /// cost what the observer costs.
  public var events: AuthEvents { eventSource.events }
}
