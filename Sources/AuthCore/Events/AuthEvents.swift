/// The events since `AuthClient.events` was read, as a sequence: the same events that the observer receives.
///
/// ```swift
/// for await event in auth.events {
///   if case .sessionEnded(_, _, let reason) = event { show(reason) }
/// }
/// ```
///
/// Each reader gets every event. A reader ends when its task is cancelled, or when the client and all other objects
/// that record events are released; a reader does not keep these objects in memory. Use events for monitoring only,
/// because a slow reader misses events. To follow who is signed in, use `AuthClient.states`.
///
/// A slow reader does not delay the client: for each reader, the newest `capacity` unread events are kept and older
/// ones are dropped. `Iterator.dropped` counts the dropped events.
public struct AuthEvents: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = AuthEvent
  /// Reading does not throw.
  public typealias Failure = Never

  /// The number of unread events that are kept for a reader.
  public static let capacity = 256

  private let readers: EventReaders
  private let first: First

  /// The subscription for the first reader. It is made with the sequence, so that the first reader also gets the events
  /// before its own creation.
  private final class First: Sendable {
    let subscription: Locked<EventSubscription?>
    init(_ subscription: EventSubscription) { self.subscription = Locked(subscription) }
  }

  init(_ readers: EventReaders) {
    self.readers = readers
    first = First(readers.subscribe())
  }

  /// Returns a reader. The first reader gets the events since the sequence was created, and each later reader gets the
  /// events since that reader was created.
  public func makeAsyncIterator() -> Iterator {
    let subscription = first.subscription.withLock { first in
      defer { first = nil }
      return first
    }
    return Iterator(subscription: subscription ?? readers.subscribe())
  }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let subscription: EventSubscription

    /// The number of events that were dropped because this reader was too slow.
    public var dropped: Int { subscription.dropped }

    /// Returns the next event, and waits for it if necessary; nil if the task is cancelled, or if no more events can
    /// follow.
    public mutating func next() async -> AuthEvent? { await subscription.next() }
  }
}
