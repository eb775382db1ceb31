extension ProviderSessions {
  /// Has the store read again where it may have been changed, and where no user is signed in here; callers that come after
  /// wait for it. What is wrong with the store then takes nothing from what is in memory.
  func lookAgain() async {
    await saveWhatIsUnsaved()
    guard unsaved.isEmpty else { return }
    let revision = store.revision
    perform(
      state.withLock { state in
        // A read that is under way looks at the count itself.
        guard state.machine.selected.isLoaded, state.machine.loading == nil else { return [] }
        let isChanged = revision.map { $0 != state.revision } ?? (state.machine.selected.session == nil)
        return isChanged ? state.machine.changed() : []
      })
  }

  /// Reads the store again.
  func reread() async {
    perform(change { (machine, _) in machine.changed() })
    // Only its end is waited for.
    _ = try? await wait { (machine, caller, now) in machine.demand(.stored, by: caller, now: now) }
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
