/// The states of a client's default session: those of the instance that `SessionResolver` currently selects.
final class ResolvedStates: Sendable {
  private struct State {
    var resolver: SessionResolver
    var sources: [ProviderID: SessionStateSource] = [:]
    var revision: UInt64 = 0
    /// The source of the selected instance, which counts this object as a reader.
    var watched: SessionStateSource?
  }

  let source = SessionStateSource()
  private let owner = Locked<UInt64>(0)
  private let state: Locked<State>

  init(_ resolver: SessionResolver) {
    state = Locked(State(resolver: resolver))
    let number = source.attach { [weak self] in self?.update() }
    owner.withLock { $0 = number }
  }

  deinit { state.withLock { $0.watched }?.ended() }

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

  /// Reads the states of the instances again, and publishes the state of the selected one. Registers as a reader of
  /// that instance's source if these states have a reader.
  func update() {
    let number = owner.withLock { $0 }
    let (value, revision, before, after) = state.withLock { [source] state in
      // Read under the lock, so that a later revision never carries an older state.
      let (owner, value) = state.resolver.resolve { state.sources[$0]?.current ?? .loading }
      state.revision += 1
      let before = state.watched
      state.watched = source.isWatched(by: number) ? owner.flatMap { state.sources[$0] } : nil
      return (value, state.revision, before, state.watched)
    }
    source.set(value, revision: revision, by: number)
    guard before !== after else { return }
    after?.began()
    before?.ended()
  }
}
