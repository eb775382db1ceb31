extension ProviderSessions {
  /// Reads the store again where it may have been changed, and where no user is signed in here. What is wrong with the
  /// store then takes nothing from what is in memory.
  func lookAgain() async {
    await saveWhatIsUnsaved()
    guard state.withLock({ $0.unsaved.isEmpty }) else { return }
    let revision = store.revision
    let isDue = state.withLock { state in
      guard state.machine.selected.isLoaded else { return false }
      guard let revision else { return state.machine.selected.session == nil }
      guard state.revision != revision else { return false }
      state.revision = revision
      return true
    }
    if isDue { await reread() }
  }

  /// Reads the store again.
  func reread() async {
    let epoch = state.withLock { $0.machine.selected.isLoaded ? $0.machine.epoch : nil }
    guard let epoch else { return }
    do throws(AuthError) {
      let stored = try await read()
      var lock: AuthError?
      if let stored { lock = await self.lock(of: stored) }
      let found = lock
      await run(change { $0.reread(stored, lock: found, epoch: epoch, now: $1) })
    } catch {
      // The next look reads it again.
      state.withLock { $0.revision = nil }
    }
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
      await self?.lookAgain()
      for await _ in changes {
        guard let self else { return }
        await lookAgain()
      }
    }
    return nil
  }
}
