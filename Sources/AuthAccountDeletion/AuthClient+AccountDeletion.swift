public import AuthCore

extension AuthClient {
  /// Deletes the account of the signed-in user, and then all data about it on this device: sessions, keys, records,
  /// credentials of this device and history.
  ///
  /// Ask the user first, and require a recent sign-in: an account cannot be restored. Before anything is changed, the
  /// call checks that the deletion can be done. If the caller's task is cancelled before the deletion is sent, nothing
  /// is deleted; afterwards, the cancellation has no effect.
  ///
  /// If an earlier deletion for which the user asked with this session is pending, the call confirms that deletion, at
  /// the place that `deletion` names. If it was sent before, Apple's tokens are not revoked any more: the account may
  /// be deleted, and its session with it. If the user has signed in again since, the call begins another deletion. When
  /// that deletion is complete, the earlier one is not pending any more.
  ///
  /// - Parameters:
  ///   - deletion: where the account is deleted, and whether Apple's tokens are revoked first.
  ///   - id: the instance; nil for the configured one or, if that has no session, the first fallback that has one.
  /// - Returns: what is known of the account. Check its status: after a lost response, it is `unknown`.
  /// - Throws: why nothing was deleted: the errors of `session(provider:)`; `unsupported` if the provider cannot delete
  ///   accounts; `origin_not_allowed` for a backend that is not among the provider's `origins`; the refusal of the
  ///   backend or the vendor; `cancelled`; `store_locked` while another call deletes an account of this user; a storage
  ///   code.
  public func deleteAccount(
    _ deletion: AccountDeletion, provider id: ProviderID? = nil
  ) async throws(AuthError) -> AccountDeletionResult {
    try await delete(deletion, of: try await session(provider: id))
  }

  /// Deletes the account of the user of one session, even if another account was selected in the meantime. Use it if
  /// the question to the user named the account.
  ///
  /// - Parameters:
  ///   - deletion: where the account is deleted, and whether Apple's tokens are revoked first.
  ///   - id: the id of the session.
  /// - Returns: what is known of the account, as `deleteAccount(_:provider:)` does.
  /// - Throws: `not_signed_in` if the session is not stored any more, and the errors of `deleteAccount(_:provider:)`.
  public func deleteAccount(
    _ deletion: AccountDeletion, account id: SessionID
  ) async throws(AuthError) -> AccountDeletionResult {
    try await delete(deletion, of: try await account(id).session())
  }

  private func delete(
    _ deletion: AccountDeletion, of session: Session
  ) async throws(AuthError) -> AccountDeletionResult {
    let runner = AccountDeletionRunner(self, revoking: deletion.apple, named: session.id)
    let journal = runner.journal
    let type = configuration.block(session.providerID)?.type
    let lock = AccountDeletionJournal.lock(of: session.providerID, session.tenant, session.subject)
    return try await journal.exclusively(on: lock) { () throws(AuthError) in
      let fresh = AccountDeletionRecord(
        id: services.provider.random.token(), of: session, type: type, at: deletion.place,
        now: services.provider.clock.now())
      // Neither a record of a deleted account nor one that was sent for an earlier session is continued here: a new
      // account can have the same user id.
      let open = try await journal.entries().filter { $0.record.isOfUser(session) && $0.record.isOpen }
      var entry =
        open.last { $0.record.stage == .planned || $0.record.concerns(session) }
        ?? AccountDeletionJournal.Entry(record: fresh)
      entry.record.place = deletion.place
      if entry.record.stage == .planned {
        try await runner.check(deletion.place, session)
        try await runner.noteAll(&entry.record)
        entry.record.supersede(open.map(\.record).filter { $0.id != entry.record.id })
      } else {
        // A deletion that may have been performed needs no check: the check could fail because the account is deleted.
        try await runner.noteRenewals(&entry.record)
      }
      return try await runner.run(entry, .confirmed(hasCode: deletion.apple != nil))
    }
  }

  /// The deletions that were begun and are not complete, the oldest first. Call it at the start of an app that deletes
  /// accounts, and ask the user about each deletion with the stage `notSent` or `unknown`.
  ///
  /// A record that cannot be read is left out and reported as an event (`store`, operation `account-deletion`).
  ///
  /// - Throws: a storage code if the store as a whole cannot be read.
  public func pendingAccountDeletions() async throws(AuthError) -> [PendingAccountDeletion] {
    try await AccountDeletionRunner(self).journal.entries().map { PendingAccountDeletion($0.record) }
  }

  /// Sends a pending deletion, again if it was sent before. Call it only after the user has confirmed the deletion
  /// again.
  ///
  /// The request is sent with a session that existed when the user asked for the deletion. A session of a later sign-in
  /// is neither used nor deleted, because it can belong to a new account with the same user id.
  ///
  /// A deletion that was sent before is complete if the server says now that the account is deleted (a success, or
  /// 410). A refusal of the second request proves nothing, because the earlier request may have ended the session: the
  /// status stays `unknown`.
  ///
  /// - Parameters:
  ///   - id: the id of the deletion.
  ///   - apple: a revocation with a new authorization code, if the earlier one may not have succeeded.
  /// - Returns: what is known of the account.
  /// - Throws: why nothing was deleted: `invalid_request` if there is no such deletion; `invalid_state` if Apple's
  ///   revocation needs a new code; `not_signed_in` if the deletion was not sent and the sessions with which the user
  ///   asked for it have ended; the other errors of `deleteAccount(_:provider:)`.
  public func confirmAccountDeletion(
    _ id: String, revoking apple: AccountDeletion.AppleRevocation? = nil
  ) async throws(AuthError) -> AccountDeletionResult {
    let runner = AccountDeletionRunner(self, revoking: apple)
    return try await locked(id, runner.journal) { entry throws(AuthError) in
      var entry = entry
      if entry.record.stage == .planned {
        try entry.record.checkInstance(of: self)
        let session = try await runner.session(of: entry.record)
        try await runner.check(entry.record.place, try await account(session.id).session())
      }
      if entry.record.isOpen { try await runner.noteRenewals(&entry.record) }
      return try await runner.run(entry, .confirmed(hasCode: apple != nil))
    }
  }

  /// Deletes the data about accounts that are known to be deleted, if an error or the end of the app interrupted its
  /// deletion. Sends no deletion of an account. Call it at the start of an app that deletes accounts.
  ///
  /// - Returns: the results, the oldest deletion first.
  /// - Throws: a storage code if the store as a whole cannot be read; `store_locked` while another call works on one of
  ///   the deletions.
  @discardableResult
  public func finishAccountDeletions() async throws(AuthError) -> [AccountDeletionResult] {
    let runner = AccountDeletionRunner(self)
    var results: [AccountDeletionResult] = []
    for known in try await runner.journal.entries() where !known.record.isOpen {
      let result = try await runner.journal.exclusively(on: known.record.lock) {
        () throws(AuthError) -> AccountDeletionResult? in
        guard let entry = try await runner.journal.entry(known.record.id) else { return nil }
        return try await runner.run(entry, .resumed)
      }
      if let result { results.append(result) }
    }
    return results
  }

  /// Abandons a pending deletion: nothing is sent for it any more, and no data is deleted. Waits while another call
  /// sends the deletion. Does nothing if there is no such deletion. A deletion that was sent cannot be taken back.
  ///
  /// - Throws: `store_locked` if another call still sends the deletion after half a minute; another storage code.
  public func abandonAccountDeletion(_ id: String) async throws(AuthError) {
    let journal = AccountDeletionRunner(self).journal
    do throws(AuthError) {
      guard let entry = try await journal.entry(id) else { return }
      try await journal.exclusively(on: entry.record.lock) { () throws(AuthError) in try await journal.remove(id) }
    } catch where error.isUnreadableRecord {
      try await journal.remove(id)
    }
  }

  /// Runs `body` with a pending deletion, while no other caller changes it.
  private func locked(
    _ id: String, _ journal: AccountDeletionJournal,
    _ body: @Sendable (AccountDeletionJournal.Entry) async throws(AuthError) -> AccountDeletionResult
  ) async throws(AuthError) -> AccountDeletionResult {
    let unknown = AuthError(
      .invalidRequest, "There is no pending deletion '\(id)'. Read the ids with pendingAccountDeletions().")
    guard let found = try await journal.entry(id) else { throw unknown }
    return try await journal.exclusively(on: found.record.lock) { () throws(AuthError) in
      // Another caller may have ended or abandoned the deletion in the meantime.
      guard let entry = try await journal.entry(id) else { throw unknown }
      return try await body(entry)
    }
  }
}

extension AccountDeletionRecord {
  /// The name of the user's lock.
  fileprivate var lock: String { AccountDeletionJournal.lock(of: providerID, tenant, subject) }
}
