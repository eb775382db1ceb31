extension ProviderSessions {
  /// Stores renewed sessions that could not be stored before, if an attempt is due, and then reads the store again if
  /// it may have changed. Later callers wait for that read. An error of the store does not affect the session in
  /// memory.
  ///
  /// - Parameter isTold: whether the store reported a change. This matters only for a store without a change count: a
  ///   report is then the only sign of another process's change while a session is in memory.
  func lookAgain(isTold: Bool = false) async {
    await saveDueUnsaved()
    let reading = store.reading(of: account)
    perform(
      state.withLock { state in
        // Without a count, the engine cannot tell whether a read that is under way includes the change.
        if reading.revision == nil, isTold { return state.machine.changed() }
        // A read that is under way compares the count when it ends.
        guard state.machine.selected.isLoaded, state.machine.loading == nil else { return [] }
        let known = state.machine.selected.session
        // Without a count, a sign-in in another process is not visible in any other way, so each call reads the store
        // while no session is in memory.
        let isChanged = reading != state.reading || (reading.revision == nil && known == nil)
        // Another engine of this instance renewed the session and could not store it.
        let isBehind = known.flatMap(unsaved.successor) != nil
        return isChanged || isBehind ? state.machine.changed() : []
      })
  }

  /// Starts to listen for changes of the store when the states have a reader, and stops when they have none. Called
  /// while the lock of the state is held.
  ///
  /// - Parameters:
  ///   - isWatched: whether the states have a reader.
  ///   - state: the engine's state.
  /// - Returns: the listening task that is no longer needed, if any. The caller cancels it after it has released the
  ///   lock, because a cancellation runs other code at once.
  func follow(_ isWatched: Bool, _ state: inout State) -> Task<Void, Never>? {
    guard isWatched else {
      defer { state.following = nil }
      return state.following
    }
    guard state.following == nil else { return nil }
    state.following = Task.detached { [weak self, store] in
      guard let changes = store.changes else { return }
      // Finds changes from before the listening began.
      await self?.lookAgain(isTold: true)
      for await _ in changes {
        guard let self else { return }
        await lookAgain(isTold: true)
      }
    }
    return nil
  }
}
