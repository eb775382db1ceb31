extension ProviderSessions {
  /// Reads the store again if it may have changed. Later callers wait for the same read. An error of the store does not
  /// affect the session in memory.
  ///
  /// - Parameter isTold: whether the store reported a change. A store without a change count gives no other sign of
  ///   one.
  func lookAgain(isTold: Bool = false) async {
    await saveDueUnsaved()
    let reading = store.reading(of: account)
    perform(
      state.withLock { state in
        // Without a count, a read that is under way may have started before the change.
        if reading.revision == nil, isTold { return state.machine.changed() }
        // A read that is under way checks the count itself.
        guard state.machine.selected.isLoaded, state.machine.loading == nil else { return [] }
        let known = state.machine.selected.session
        // A store without a count does not show the changes of other processes, so each call reads it while there is no
        // session.
        let isChanged = reading != state.reading || (reading.revision == nil && known == nil)
        // Another engine of this instance renewed the session, or a flow gave it a new credential, and the store failed.
        let isBehind = known.map(unsaved.hasLater) ?? false
        return isChanged || isBehind ? state.machine.changed() : []
      })
  }

  /// Listens for changes of the store while the states have a reader.
  ///
  /// - Returns: the listening task that is no longer needed, if any; cancel it outside the lock.
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
