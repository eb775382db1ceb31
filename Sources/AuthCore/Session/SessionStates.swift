/// The states of one provider's selected session: every reader gets the current one and then each change. Never ends.
///
/// While a reader reads, the session is renewed ahead of its expiry, and its expiry announced to the observer; a
/// program that only asks for a session when it needs one pays for no timer.
public struct SessionStates: AsyncSequence, Sendable {
  /// What a reader sees.
  public typealias Element = SessionState
  /// It does not throw.
  public typealias Failure = Never

  let source: SessionStateSource

  /// A reader, beginning with the current state.
  public func makeAsyncIterator() -> Iterator { Iterator(watch: SessionStateWatch(source)) }

  /// Reads the states.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let watch: SessionStateWatch
    private var version: UInt64 = 0

    init(watch: SessionStateWatch) { self.watch = watch }

    /// The next state that differs; nil when the task is cancelled.
    public mutating func next() async -> SessionState? {
      guard let (state, version) = await watch.source.next(after: version) else { return nil }
      self.version = version
      return state
    }
  }
}
