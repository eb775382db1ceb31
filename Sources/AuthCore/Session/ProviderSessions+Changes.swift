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
      let known = state.withLock { $0.machine.selected.session }
      let commands = change { $0.reread(stored, lock: found, epoch: epoch, now: $1) }
      if let known, commands.contains(where: \.isEnd) { await noteVanished(known) }
      await run(commands)
    } catch {
      // The next look reads it again.
      state.withLock { $0.revision = nil }
    }
  }

  /// While the states are read, changes of the store are heard of.
  func follow(_ isWatched: Bool) {
    let changes = isWatched ? store.changes : nil
    let previous = state.withLock { [weak self] state in
      defer {
        state.following = changes.map { changes in
          Task.detached { [weak self] in
            for await _ in changes {
              guard let self else { return }
              await lookAgain()
            }
          }
        }
      }
      return state.following
    }
    previous?.cancel()
  }
}
