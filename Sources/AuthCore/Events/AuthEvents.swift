/// The events since `AuthClient.events` was called, as a sequence: the same events that the observer gets, in the same
/// order.
///
/// ```swift
/// for await event in auth.events {
///   if case .sessionEnded(_, _, let reason) = event { show(reason) }
/// }
/// ```
///
/// Each reader gets every event. A reader ends when its task is cancelled, or when the client and everything that
/// records for it are released; a reader does not keep them alive. Use events for monitoring. For facts that must not
/// be missed, such as who is signed in, use `AuthClient.states`.
///
/// A slow reader does not delay anything: for each reader, the newest `capacity` unread events are kept and older ones
/// are dropped; `Iterator.dropped` counts them.
public struct AuthEvents: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = AuthEvent
  /// Reading does not throw.
  public typealias Failure = Never

  /// The number of unread events that are kept for a reader.
  public static let capacity = 256

  private let readers: EventReaders
  private let first: First

  /// The subscription made with the sequence, so that events before the first reader are not lost.
  private final class First: Sendable {
    let subscription: Locked<EventSubscription?>
    init(_ subscription: EventSubscription) { self.subscription = Locked(subscription) }
  }

  init(_ readers: EventReaders) {
    self.readers = readers
    first = First(readers.subscribe())
  }

  /// Returns a reader. The first reader gets all events since the sequence was created; a later one gets those since
  /// its own creation.
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

    /// Returns the next event; nil when the task is cancelled, or no more events can follow.
    public mutating func next() async -> AuthEvent? { await subscription.next() }
  }
}
