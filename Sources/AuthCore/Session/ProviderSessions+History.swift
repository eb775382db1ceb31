extension ProviderSessions {
  /// The histories of this instance's users. Waits first for entries about states that are being written in the
  /// background.
  func histories() async throws(AuthError) -> [AccountHistory] {
    await state.withLock { $0.noting }?.value
    return try await history.read()
  }

  /// Writes a history entry in the background if the state is `expired` or `locked`. The other states have no entry.
  func noteLater(_ published: SessionState) {
    let event: AccountHistory.Event
    switch published {
    case .expired: event = .expired
    case .locked: event = .trouble(.keyUnavailable)
    case .loading, .signedOut, .signedIn, .unverified: return
    }
    guard let session = published.session else { return }
    state.withLock { state in
      let earlier = state.noting
      state.noting = Task.detached { [history] in
        await earlier?.value
        await history.note(event, of: session)
      }
    }
  }

  /// Writes the history entry of a renewal's outcome, if that outcome has an entry.
  func note(
    _ outcome: Result<SessionRenewal.Outcome, AuthError>, of session: Session, _ commands: [Machine.Command]
  ) async {
    guard let event = AccountHistory.Event(outcome) else { return }
    // If no command reports an end, the renewal did not end the selected session: a sign-out or a read of the store has
    // already noted the end, or another session is selected.
    if event == .vanished, !commands.contains(where: \.isEnd) { return }
    await history.note(event, of: session)
  }

  /// Notes in the history that the record of a session no longer exists, unless the session is still stored.
  func noteVanished(_ session: Session) async {
    await history.trying { () throws(AuthError) in
      if try await store.load(session.id) == nil { await history.note(.vanished, of: session) }
    }
  }

  /// Notes in the history that the record of this engine's session cannot be read (`store_corrupt`, `store_version` or
  /// `store_rolled_back`). Only the user or an operator can solve this problem; other errors get no entry. Each engine
  /// notes each of the codes once.
  func noteTrouble(_ error: AuthError) async {
    guard error.isUnreadableRecord,
      state.withLock({ $0.troubled.insert(error.code.rawValue).inserted })
    else { return }
    await history.trying { () throws(AuthError) in
      var id = account
      if id == nil { id = try await store.selection(for: provider.id) }
      if let id { await history.note(.trouble(error.code), of: id) }
    }
  }
}
