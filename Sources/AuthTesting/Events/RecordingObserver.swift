public import AuthCore

/// An observer that keeps every event, so that a test can inspect the events.
public final class RecordingObserver: AuthObserver {
  private let recorded = Locked<[AuthEvent]>([])

  /// Creates an observer without events.
  public init() {}

  /// Keeps the event.
  public func record(_ event: AuthEvent) { recorded.withLock { $0.append(event) } }

  /// The events so far, in order.
  public var events: [AuthEvent] { recorded.withLock { $0 } }

  /// The requests among the events.
  public var requests: [RequestEvent] {
    events.compactMap { event in
      if case .request(let request) = event { request } else { nil }
    }
  }

  /// All events as text with all their values, in which a test can search for secrets.
  public var dumpedText: String {
    var text = ""
    for event in events { dump(event, to: &text) }
    return text
  }

  /// Removes all events.
  public func clear() { recorded.withLock { $0 = [] } }
}
