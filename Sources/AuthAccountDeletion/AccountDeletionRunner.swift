import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs the steps of a deletion: the account first, then the data on this device.
struct AccountDeletionRunner: Sendable {
  let client: AuthClient
  let provider: any AuthProvider

  private var records: any RecordStore { client.services.provider.narrowed(to: provider.id).records }

  /// Has the backend revoke Apple's tokens.
  ///
  /// - Throws: the backend's refusal; the errors of `AuthClient.send(_:session:)`.
  func revoke(_ apple: AccountDeletion.AppleRevocation, _ session: Session) async throws(AuthError) {
    let body: JSONValue = ["authorizationCode": .string(apple.code.revealText())]
    let response = try await client.send(TransportRequest.json("POST", apple.url, body), session: session)
    guard response.isSuccess else { throw failure(response, "revoke Apple's tokens") }
  }

  /// Deletes the account, then the data on this device.
  ///
  /// - Throws: the errors of `AuthClient.deleteAccount(_:provider:)`.
  func run(
    _ record: AccountDeletionRecord, _ session: Session, isRepeated: Bool = false
  ) async throws(AuthError) -> AccountDeletionResult {
    var record = record
    let name = AccountDeletionRecord.name(session.id)
    try await records.replace(record.sealed, for: name)
    do throws(AuthError) {
      try await delete(record.place, session)
    } catch  where isRepeated && Self.mayBeGone(error) {
      // An earlier request has deleted the account, and its credential with it.
    } catch {
      // A refusal leaves the account as it is, so nothing is left to finish.
      if !Self.isUnknown(error) { try await records.remove(name, expecting: nil) }
      throw error
    }
    record.stage = .deleted
    try await records.replace(record.sealed, for: name)
    return try await finish(record, name)
  }

  /// Finishes the recorded deletions.
  ///
  /// - Throws: the errors of `AuthClient.deleteAccount(_:provider:)`.
  func resume() async throws(AuthError) -> [AccountDeletionResult] {
    var results: [AccountDeletionResult] = []
    for name in try await records.keys() {
      guard let id = AccountDeletionRecord.session(name), let stored = try await records.read(name) else { continue }
      let record = try AccountDeletionRecord(stored.value)
      let session = try await client.sessions().first { $0.id == id }
      if record.stage == .deleted {
        results.append(try await finish(record, name))
      } else if let session {
        results.append(try await run(record, session, isRepeated: true))
      } else {
        results.append(AccountDeletionResult(subject: record.subject, remaining: [Self.unconfirmed(provider.id)]))
        try await records.remove(name, expecting: nil)
      }
    }
    return results
  }

  private func delete(_ place: AccountDeletion.Place, _ session: Session) async throws(AuthError) {
    switch place {
    case .vendor:
      guard let deleting = provider as? any AccountDeleting else {
        throw AuthError(
          .unsupported,
          "The vendor of '\(provider.id)' deletes no account at its user's request. Delete it through your backend "
            + "(AccountDeletion.Place.backend).", provider: provider.id)
      }
      try await deleting.deleteAccount(of: session)
    case .backend(let url):
      let response = try await client.send(try TransportRequest("DELETE", url.absoluteString), session: session)
      // The account is gone already: an earlier request was successful.
      guard response.isSuccess || response.status == 404 || response.status == 410 else {
        throw failure(response, "delete the account")
      }
    }
  }

  /// Removes everything of the user from this device.
  private func finish(
    _ record: AccountDeletionRecord, _ name: String
  ) async throws(AuthError) -> AccountDeletionResult {
    var remaining: [AuthError] = []
    for session in try await client.sessions() where session.providerID == provider.id && record.concerns(session) {
      do throws(AuthError) {
        let options = SignOutOptions(forgetDevice: true, forgetHistory: true)
        let result = try await client.signOut(account: session.id, options: options)
        remaining += result.unforgotten.values.filter { !Self.mayBeGone($0) }
      } catch  where error.code != .notSignedIn {
        remaining.append(error)
      } catch {}
    }
    if remaining.isEmpty { try await records.remove(name, expecting: nil) }
    return AccountDeletionResult(subject: record.subject, remaining: remaining)
  }

  /// The error of a deletion that was requested and cannot be repeated, because its session has ended since.
  private static func unconfirmed(_ provider: ProviderID) -> AuthError {
    AuthError(
      .notSignedIn,
      "It is not known whether the account was deleted: the user has signed out since. If the account still exists, "
        + "sign in and delete it again.", provider: provider)
  }

  private func failure(_ response: TransportResponse, _ action: String) -> AuthError {
    if let general = response.generalFailure(now: Date()) { return general }
    let code: AuthError.Code =
      response.status == 401 ? .sessionRevoked : response.status == 403 ? .forbidden : .providerError
    return AuthError(
      code, "The app's backend did not \(action) (HTTP \(response.status)). Check the backend's log.",
      provider: provider.id)
  }

  /// Whether the outcome of the request is not known after this error.
  private static func isUnknown(_ error: AuthError) -> Bool {
    error.isTransient || error.code == .malformedResponse || error.code == .cancelled
  }

  /// Whether the error can be a consequence of an account that no longer exists.
  private static func mayBeGone(_ error: AuthError) -> Bool {
    [.sessionRevoked, .sessionExpired, .userNotFound, .notSignedIn].contains(error.code)
  }
}
