/// Sends events to an observer, and to each reader of the sequence `AuthClient.events`.
///
/// A client wraps the observer of its services in a source. A transport has its observer before a client exists: give
/// both the same source, as `ClientServices.standard` does, and readers also see the transport's requests.
public final class AuthEventSource: AuthObserver {
  private let observer: any AuthObserver
  private let readers = EventReaders()

  /// A source that sends each event to `observer` first.
  public init(_ observer: any AuthObserver = SilentObserver()) { self.observer = observer }

  deinit { readers.finish() }

  /// `observer` itself if it is a source, else a source around it.
  package static func around(_ observer: any AuthObserver) -> AuthEventSource {
    observer as? AuthEventSource ?? AuthEventSource(observer)
  }

  /// Sends the event to the observer and to all readers.
  public func record(_ event: AuthEvent) {
    observer.record(event)
    readers.record(event)
  }

  /// The events from now on.
  public var events: AuthEvents { AuthEvents(readers) }

  /// How many readers there are.
  var readerCount: Int { readers.count }

  /// How many of them wait for an event.
  var waiterCount: Int { readers.waiterCount }
}
