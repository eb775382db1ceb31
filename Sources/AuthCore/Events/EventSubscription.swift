/// The registration of one reader of events. The reader ends when this object is released.
final class EventSubscription: Sendable {
  private let id: UInt64
  private let readers: EventReaders

  init(_ id: UInt64, of readers: EventReaders) {
    self.id = id
    self.readers = readers
  }

  deinit { readers.end(id) }

  var dropped: Int { readers.dropped(id) }

  func next() async -> AuthEvent? { await readers.next(id) }
}
