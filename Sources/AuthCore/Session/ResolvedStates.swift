/// The states of a client's default session: those of the instance that `SessionResolver` currently selects.
final class ResolvedStates: Sendable {
  private struct State {
    var resolver: SessionResolver
    var sources: [ProviderID: SessionStateSource] = [:]
    var revision: UInt64 = 0
    /// The sources that count this object as a reader.
    var watched: [SessionStateSource] = []
  }

  let source = SessionStateSource()
  private let owner = Locked<UInt64>(0)
  private let state: Locked<State>

  init(_ resolver: SessionResolver) {
    state = Locked(State(resolver: resolver))
    let number = source.attach { [weak self] in self?.update() }
    owner.withLock { $0 = number }
  }

  deinit {
    for source in state.withLock({ $0.watched }) { source.ended() }
  }

  /// Sets the instances that may be selected, and publishes the resulting state.
  ///
  /// - Parameters:
  ///   - resolver: selects the instance.
  ///   - sources: the source of each instance that may be selected.
  func follow(_ resolver: SessionResolver, _ sources: [ProviderID: SessionStateSource]) {
    state.withLock { state in
      state.resolver = resolver
      state.sources = sources
    }
    for source in sources.values { source.forward { [weak self] in self?.update() } }
    update()
  }

  /// Reads the states of the instances again, and publishes the state of the selected one. If these states have a
  /// reader, registers as a reader of every instance that determines the result: a sign-in of another process at an
  /// instance without a session also changes the result.
  func update() {
    let number = owner.withLock { $0 }
    let (value, revision, before, after) = state.withLock { [source] state in
      // Read under the lock, so that a later revision never carries an older state.
      // Each state is read once, because another thread may change it.
      var states: [ProviderID: SessionState] = [:]
      for id in state.resolver.candidates { states[id] = state.sources[id]?.current }
      let current = { [states] (id: ProviderID) in states[id] ?? .loading }
      state.revision += 1
      let before = state.watched
      let deciding = state.resolver.deciding(current).compactMap { state.sources[$0] }
      state.watched = source.isWatched(by: number) ? deciding : []
      return (state.resolver.resolve(current).state, state.revision, before, state.watched)
    }
    source.set(value, revision: revision, by: number)
    for source in after where !before.contains(where: { $0 === source }) { source.began() }
    for source in before where !after.contains(where: { $0 === source }) { source.ended() }
  }
}
