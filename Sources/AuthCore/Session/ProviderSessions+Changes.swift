extension ProviderSessions {
  /// Has the store read again where it may have been changed, and where no user is signed in here; callers that come after
  /// wait for it. What is wrong with the store then takes nothing from what is in memory.
  ///
  /// - Parameter isTold: whether the store says that it was changed, which is all that one without a count can say.
  func lookAgain(isTold: Bool = false) async {
    await saveWhatIsUnsaved()
    let revision = store.revision
    perform(
      state.withLock { state in
        // Without a count, a read that is under way may be of what was before.
        if revision == nil, isTold { return state.machine.changed() }
        // A read that is under way looks at the count itself.
        guard state.machine.selected.isLoaded, state.machine.loading == nil else { return [] }
        let known = state.machine.selected.session
        let isChanged = revision.map { $0 != state.revision } ?? (known == nil)
        // Another engine of this instance has renewed it, and could not store it.
        let isBehind = known.flatMap(unsaved.successor) != nil
        return isChanged || isBehind ? state.machine.changed() : []
      })
  }

  /// Reads the store again.
  func reread() async {
    perform(change { (machine, _) in machine.changed() })
    // Only its end is waited for.
    _ = try? await wait { (machine, caller, now) in machine.demand(.stored, by: caller, now: now) }
  }

  /// While the states are read, changes of the store are heard of.
  ///
  /// - Returns: the task that heard of them until now and is to be cancelled, outside of the lock.
  func follow(_ isWatched: Bool, _ state: inout State) -> Task<Void, Never>? {
    guard isWatched else {
      defer { state.following = nil }
      return state.following
    }
    guard state.following == nil else { return nil }
    state.following = Task.detached { [weak self, store] in
      guard let changes = store.changes else { return }
      // What was changed before the store was listened to.
      await self?.lookAgain(isTold: true)
      for await _ in changes {
        guard let self else { return }
        await lookAgain(isTold: true)
      }
    }
    return nil
  }
}
