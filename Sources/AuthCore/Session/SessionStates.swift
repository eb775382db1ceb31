/// The states of one provider's selected session. Every reader receives the current state and then each change; a slow
/// reader skips the states in between and receives the latest. The sequence ends only when the reading task is
/// cancelled.
///
/// While the states have a reader, the session is renewed before it expires, and its expiry is announced to the
/// observer. A program that requests a session only when it needs one does not run a timer.
public struct SessionStates: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = SessionState
  /// Reading does not throw.
  public typealias Failure = Never

  let source: SessionStateSource

  /// A reader, starting with the current state.
  public func makeAsyncIterator() -> Iterator { Iterator(watch: SessionStateWatch(source)) }

  /// Reads the states.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let watch: SessionStateWatch
    private var version: UInt64 = 0

    init(watch: SessionStateWatch) { self.watch = watch }

    /// The next different state; nil when the reading task is cancelled.
    public mutating func next() async -> SessionState? {
      guard let (state, version) = await watch.source.next(after: version) else { return nil }
      self.version = version
      return state
    }
  }
}
