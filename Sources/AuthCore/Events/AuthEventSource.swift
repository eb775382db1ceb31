/// An observer that sends events to another observer, and to each reader of the sequence `AuthClient.events`.
///
/// A client wraps the observer of its services in a source, unless that observer is a source already. A transport,
/// however, needs its observer before the client exists. To let readers also get the transport's events, pass the same
/// source to the transport and to the client's services, as `ClientServices.standard` does.
public final class AuthEventSource: AuthObserver {
  private let observer: any AuthObserver
  private let readers = EventReaders()

  /// Creates a source that sends each event to `observer` first.
  public init(_ observer: any AuthObserver = SilentObserver()) { self.observer = observer }

  deinit { readers.finish() }

  /// Returns `observer` itself if it is a source; otherwise a source around it.
  package static func around(_ observer: any AuthObserver) -> AuthEventSource {
    observer as? AuthEventSource ?? AuthEventSource(observer)
  }

  /// Sends the event to the observer and to all readers.
  public func record(_ event: AuthEvent) {
    observer.record(event)
    readers.record(event)
  }

  /// A new sequence of the events that occur after this property is read.
  public var events: AuthEvents { AuthEvents(readers) }

  /// The number of readers.
  var readerCount: Int { readers.count }

  /// The number of readers that wait for an event.
  var waiterCount: Int { readers.waiterCount }
}
