/// The session that callers receive from memory, without a suspension.
extension ProviderSessions {
  /// A session in memory, and whether its check may be skipped for a while.
  struct Cached {
    let session: Session
    let reading: SharedSessionStore.Reading
    /// Whether the session may still be used after `ReadySession.foresight`, if nothing else changes.
    let lasts: Bool
  }

  /// The session of this engine from memory; nil if a caller has to wait for the machine.
  ///
  /// A session is returned only if it is valid, no renewal or warning is due, the server probably accepts the session,
  /// the store has not changed since the last read, and the session has no unsaved renewal that is newer or that is due
  /// to be stored.
  var cached: Session? { check()?.session }

  /// The session of this engine from memory, as `cached` returns it.
  func check() -> Cached? {
    let time = services.reading
    let reading = store.reading(of: account)
    return state.withLock { state in
      guard state.reading == reading, let session = usable(at: time, state),
        unsaved.isEmpty || unsaved.leaveAlone(session, at: services.clock.uptime())
      else { return nil }
      // What is due at a time stays due, so nothing is due in between. The times at which an unsaved renewal is stored
      // do not follow this rule.
      let lasts = unsaved.isEmpty && usable(at: time.adding(ReadySession.foresight), state) != nil
      return Cached(session: session, reading: reading, lasts: lasts)
    }
  }

  private func usable(at time: ServerTimeReading, _ state: State) -> Session? {
    guard let session = state.machine.ready(at: time.now),
      state.doubted == session.version || !isDoubtful(session, at: time, state.machine)
    else { return nil }
    return session
  }
}
