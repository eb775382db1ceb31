/// What happens from the moment on in which `AuthClient.events` was asked for, as a sequence: the same events that the
/// observer hears, in its order.
///
/// ```swift
/// for await event in auth.events {
///   if case .sessionEnded(_, _, let reason) = event { show(reason) }
/// }
/// ```
///
/// Each reader has events of its own: no other takes them away. It ends when its task is cancelled, and when the client
/// and all that records for it are gone; a reader keeps none of them alive. Reading is for watching: what must not be
/// missed, such as who is signed in, is in `AuthClient.states`.
///
/// A reader that does not read holds nothing up: of what it has not taken yet, the newest `capacity` events are kept
/// and older ones dropped; `Iterator.dropped` counts those.
public struct AuthEvents: AsyncSequence, Sendable {
  /// What a reader sees.
  public typealias Element = AuthEvent
  /// It does not throw.
  public typealias Failure = Never

  /// How many events are kept for a reader that has not taken them yet.
  public static let capacity = 256

  private let readers: EventReaders
  private let first: First

  /// The subscription that was made with the sequence, so that what happens before the first reader asks is not lost.
  private final class First: Sendable {
    let subscription: Locked<EventSubscription?>
    init(_ subscription: EventSubscription) { self.subscription = Locked(subscription) }
  }

  init(_ readers: EventReaders) {
    self.readers = readers
    first = First(readers.subscribe())
  }

  /// A reader: the first has everything since the sequence was asked for, a further one what happens from now on.
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

    /// How many events this reader was too slow for.
    public var dropped: Int { subscription.dropped }

    /// The next event; nil when the task is cancelled, or there are no more.
    public mutating func next() async -> AuthEvent? { await subscription.next() }
  }
}
