import AuthCore

/// The data about a deleted account on this device, and its removal. Every step can be repeated.
struct LocalAccountData: Sendable {
  let client: AuthClient
  let record: AccountDeletionRecord

  /// Removes the data of a step.
  ///
  /// - Returns: what became of the credentials of this device.
  /// - Throws: a storage code, `key_unavailable`, or an error of the configuration: data may be left on this device.
  func remove(_ step: AccountDeletionRecord.Step) async throws(AuthError) -> DeviceRemoval {
    try record.checkInstance(of: client)
    switch step {
    case .sessions: try await removeSessions()
    case .device: return try await DeviceCredentials(client: client, record: record).remove()
    case .history: try await client.eraseHistory(of: standIn(SessionID(record.id), nil))
    }
    return DeviceRemoval()
  }

  /// Removes the noted sessions. An error with one session does not prevent the removal of the others.
  private func removeSessions() async throws(AuthError) {
    let found = try await client.services.sessionStore.inventory().sessions.filter(record.concerns)
    let missing = record.sessions.filter { known in !found.contains { $0.id == known.id } }
    var failure: AuthError?
    for session in found + missing.map({ standIn($0.id, $0.key) }) {
      do throws(AuthError) { try await client.erase(session) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// A session with this id and key, in place of a session that is deleted or cannot be read.
  private func standIn(_ id: SessionID, _ key: KeyReference?) -> Session {
    Session(
      id: id, providerID: record.providerID, tenant: record.tenant, subject: record.subject, key: key,
      createdAt: record.startedAt)
  }
}

extension AccountDeletionRecord {
  /// Checks that the instance with the name of the account's instance is of the same type. A configuration can give the
  /// name to an instance of another vendor, which knows nothing of the account.
  ///
  /// - Throws: `invalid_configuration` if it is of another type.
  func checkInstance(of client: AuthClient) throws(AuthError) {
    guard let type, let current = client.configuration.block(providerID)?.type, current != type else { return }
    throw AuthError(
      .invalidConfiguration,
      "The account belongs to an instance '\(providerID)' of the type '\(type)', but the configuration now has one of "
        + "the type '\(current)' under this name. Restore the name of the earlier instance, or abandon the deletion.",
      provider: providerID)
  }
}
