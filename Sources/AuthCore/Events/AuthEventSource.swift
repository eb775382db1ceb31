/// Passes events on to an observer, and to each reader of the sequence `AuthClient.events`.
///
/// A client puts one around the observer that its services have. A transport has its observer before there is a client:
/// give both the same source, as `ClientServices.standard` does, and readers see the transport's requests, too.
public final class AuthEventSource: AuthObserver {
  private let observer: any AuthObserver
  private let readers = EventReaders()

  /// A source whose events `observer` hears first.
  public init(_ observer: any AuthObserver = SilentObserver()) { self.observer = observer }

  deinit { readers.finish() }

  /// `observer` itself where it is a source, else one around it.
  package static func around(_ observer: any AuthObserver) -> AuthEventSource {
    observer as? AuthEventSource ?? AuthEventSource(observer)
  }

  /// Passes the event on.
  public func record(_ event: AuthEvent) {
    observer.record(event)
    readers.record(event)
  }

  /// What happens from now on.
  public var events: AuthEvents { AuthEvents(readers) }

  /// How many readers there are.
  var readerCount: Int { readers.count }

  /// How many of them wait for an event.
  var waiterCount: Int { readers.waiterCount }
}
