import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the commands of `AccountDeletionRecord.handle(_:)` for one deletion, while no other caller does.
struct AccountDeletionRunner: Sendable {
  let client: AuthClient
  let journal: AccountDeletionJournal
  let apple: AccountDeletion.AppleRevocation?
  /// The session that the user named; nil if the user named none.
  let named: SessionID?

  init(
    _ client: AuthClient, revoking apple: AccountDeletion.AppleRevocation? = nil, named: SessionID? = nil
  ) {
    self.client = client
    journal = AccountDeletionJournal(client.services.provider)
    self.apple = apple
    self.named = named
  }

  /// Runs a deletion from an event to its end. Once a deletion is about to be sent, it continues even if the caller is
  /// cancelled, so that its outcome is recorded.
  ///
  /// - Throws: why nothing was deleted.
  func run(
    _ entry: AccountDeletionJournal.Entry, _ event: AccountDeletionRecord.Event
  ) async throws(AuthError) -> AccountDeletionResult {
    let isCancelled = Locked(Task.isCancelled)
    // Not detached: a lock's fence is a task-local value. The task does not inherit the caller's cancellation.
    let task = Task { () async -> Result<AccountDeletionResult, AuthError> in
      do throws(AuthError) {
        return .success(try await perform(entry, event) { isCancelled.withLock { $0 } })
      } catch {
        return .failure(error)
      }
    }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }.get()
  }

  private func perform(
    _ entry: AccountDeletionJournal.Entry, _ event: AccountDeletionRecord.Event, isCancelled: () -> Bool
  ) async throws(AuthError) -> AccountDeletionResult {
    var entry = entry
    var failures: [AuthError] = []
    var removed = DeviceRemoval()
    var command = entry.record.handle(event)
    while true {
      if command == .send, isCancelled() { command = entry.record.handle(.cancelled) }
      switch command {
      case .revoke:
        // Nothing has been stored or sent yet.
        if isCancelled() { throw .cancelled }
        try await journal.save(&entry)
        command = entry.record.handle(.revoked(await revoke(entry.record)))
      case .send:
        try await journal.save(&entry)
        // The save can wait for another process.
        guard !isCancelled() else { continue }
        let outcome = await send(entry.record)
        command = entry.record.handle(.answered(outcome))
        guard outcome == .deleted else { continue }
        do throws(AuthError) {
          try await noteRenewals(&entry.record)
          try await journal.save(&entry)
        } catch {
          // The record still says that the outcome is not known, and the session is kept for the question.
          return result(entry, .unknown(Self.unrecorded(error)), removed)
        }
      case .remove(let step):
        var failure: AuthError?
        do throws(AuthError) {
          let done = try await LocalAccountData(client: client, record: entry.record).remove(step)
          removed.unreported += done.unreported
          removed.leavesUnowned = removed.leavesUnowned || done.leavesUnowned
        } catch {
          failure = error
        }
        command = entry.record.handle(.ended(step, failure))
        if let failure { failures.append(failure) } else { await save(&entry, &failures) }
      case .stop(let error):
        try await journal.save(&entry)
        throw error
      case .drop(let error):
        if entry.version != nil { try await journal.remove(entry.record.id) }
        throw error
      case .doubt(let error): return result(entry, .unknown(error), removed)
      case .finish: return await finish(entry, failures, removed)
      }
    }
  }

  /// Stores the record after a step. After an error, the step is repeated at the next start.
  private func save(_ entry: inout AccountDeletionJournal.Entry, _ failures: inout [AuthError]) async {
    do throws(AuthError) { try await journal.save(&entry) } catch { failures.append(error) }
  }

  private func finish(
    _ entry: AccountDeletionJournal.Entry, _ failures: [AuthError], _ removed: DeviceRemoval
  ) async -> AccountDeletionResult {
    guard failures.isEmpty else { return result(entry, .dataLeft(failures), removed) }
    do throws(AuthError) {
      for id in entry.record.superseded + [entry.record.id] { try await journal.remove(id) }
    } catch {
      return result(entry, .dataLeft([error]), removed)
    }
    return result(entry, .complete, removed)
  }

  private func result(
    _ entry: AccountDeletionJournal.Entry, _ status: AccountDeletionResult.Status, _ removed: DeviceRemoval
  ) -> AccountDeletionResult { AccountDeletionResult(of: entry.record, status, removed) }

  private static func unrecorded(_ error: AuthError) -> AuthError {
    var error = error
    error.message =
      "The account was deleted, but the store could not record this. Correct the store, then confirm the deletion "
      + "again. \(error.message)"
    return error
  }

  // MARK: Requests

  /// Checks that the deletion can be done, without a request that changes anything.
  ///
  /// - Throws: `unsupported` if the vendor deletes no accounts at a user's request; `origin_not_allowed`; the errors of
  ///   `AuthClient.authorize(_:account:)` and of the provider.
  func check(_ place: AccountDeletion.Place, _ session: Session) async throws(AuthError) {
    switch place {
    case .vendor: try await deleting(session.providerID).checkAccountDeletion(of: session)
    case .backend(let url): _ = try await client.authorize(TransportRequest("DELETE", url), account: session.id)
    }
    guard let apple else { return }
    _ = try await client.authorize(TransportRequest("POST", apple.url, body: []), account: session.id)
  }

  private func deleting(_ id: ProviderID) throws(AuthError) -> any AccountDeleting {
    guard let deleting = try client.provider(id) as? any AccountDeleting else {
      throw AuthError(
        .unsupported,
        "The provider of '\(id)' cannot delete accounts. Delete the account through the app's backend "
          + "(AccountDeletion.Place.backend). For Turnkey, link the product AuthTurnkeyAPI.", provider: id)
    }
    return deleting
  }

  private func revoke(_ record: AccountDeletionRecord) async -> AccountDeletionOutcome {
    guard let apple else {
      return .refused(
        AuthError(
          .internalError, "A revocation has no authorization code. Report this to Latchkey's maintainers."))
    }
    let body: JSONValue = ["authorizationCode": .string(apple.code.revealText())]
    return await outcome(of: .json("POST", apple.url, body), .appleRevocation, record)
  }

  private func send(_ record: AccountDeletionRecord) async -> AccountDeletionOutcome {
    switch record.place {
    case .backend(let url):
      return await outcome(of: TransportRequest("DELETE", url), .accountDeletion, record)
    case .vendor:
      do throws(AuthError) {
        try record.checkInstance(of: client)
        let provider = try deleting(record.providerID)
        guard provider.tenant.hasSameBytes(as: record.tenant) else { throw Self.otherTenant(record) }
        return await provider.deleteAccount(of: try await session(of: record))
      } catch {
        // Nothing was sent.
        return .refused(error)
      }
    }
  }

  private func outcome(
    of request: TransportRequest, _ kind: AccountDeletionOutcome.BackendRequest, _ record: AccountDeletionRecord
  ) async -> AccountDeletionOutcome {
    let session: Session
    do throws(AuthError) {
      try record.checkInstance(of: client)
      session = try await self.session(of: record)
    } catch {
      return .refused(error)
    }
    do throws(AuthError) {
      let response = try await client.send(request, session: session)
      return AccountDeletionOutcome(response, to: kind, provider: record.providerID)
    } catch {
      return AccountDeletionOutcome(after: error)
    }
  }

  private static func otherTenant(_ record: AccountDeletionRecord) -> AuthError {
    AuthError(
      .invalidRequest,
      "The account belongs to a tenant other than the one in the configuration of '\(record.providerID)'. Load the "
        + "configuration of the account's tenant.", provider: record.providerID)
  }
}
