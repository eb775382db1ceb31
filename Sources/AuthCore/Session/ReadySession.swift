/// The session that a client's default call returns from memory, while it is known that nothing has changed.
///
/// The check whether a session in memory may be used reads the clocks, the estimate of the server's time, the engine's
/// state and the unsaved renewals. This object keeps the result of a check for up to a second, so that most calls take
/// one lock, glance at the clocks and compare the store's count of changes. Everything else that a check depends on
/// calls `clear` when it changes.
final class ReadySession: Sendable {
  /// How long the result of a check is used, in seconds.
  static let span: Double = 1
  /// How far ahead of its time a session is checked, in seconds: what is due by then is not overlooked, even if the
  /// clocks are read up to a second late (`ClockGlance.ofThisMachine`).
  static let foresight: Double = 2

  /// A moment before a check. Its result is kept only if nothing changed since.
  struct Start: Sendable {
    fileprivate let changes: UInt64
    fileprivate let glance: ClockGlance
  }

  private struct Entry: Sendable {
    let session: Session
    let reading: SharedSessionStore.Reading
    let glance: ClockGlance
  }

  private struct State {
    var changes: UInt64 = 0
    var entry: Entry?
  }

  private let state = Locked(State())
  private let store: SharedSessionStore
  private let clock: any AuthClock
  private let isOfThisMachine: Bool

  init(store: SharedSessionStore, clock: any AuthClock) {
    self.store = store
    self.clock = clock
    isOfThisMachine = clock is SystemClock
  }

  /// The session; nil if it has to be checked again.
  var session: Session? {
    guard let entry = state.withLock({ $0.entry }), glance.isWithin(Self.span, of: entry.glance),
      store.reading(of: nil) == entry.reading
    else { return nil }
    return entry.session
  }

  /// Begins a check.
  func start() -> Start {
    let glance = glance
    return Start(changes: state.withLock { $0.changes }, glance: glance)
  }

  /// Keeps the result of a check.
  ///
  /// - Parameters:
  ///   - session: a session that may be used, and that may still be used after `foresight` if nothing changes.
  ///   - reading: the reading of the store for which this is known.
  ///   - start: the moment before the check.
  func keep(_ session: Session, read reading: SharedSessionStore.Reading, since start: Start) {
    state.withLock { state in
      guard state.changes == start.changes else { return }
      state.entry = Entry(session: session, reading: reading, glance: start.glance)
    }
  }

  /// Something that a check depends on has changed.
  func clear() {
    // The entry is returned, so that its session is not released under the lock.
    _ = state.withLock { state in
      state.changes += 1
      defer { state.entry = nil }
      return state.entry
    }
  }

  private var glance: ClockGlance { isOfThisMachine ? .ofThisMachine : ClockGlance(of: clock) }
}
