import AuthCore

/// The data about a deleted account on this device, and its removal. Every step can be repeated.
struct LocalAccountData: Sendable {
  let client: AuthClient
  let record: AccountDeletionRecord

  /// Removes the data of a step.
  ///
  /// - Returns: the errors of servers that did not remove a credential of this device. Its key is deleted nevertheless.
  /// - Throws: a storage code, `key_unavailable`, or an error of the configuration: data may be left on this device.
  func remove(_ step: AccountDeletionRecord.Step) async throws(AuthError) -> [AuthError] {
    switch step {
    case .sessions: try await removeSessions()
    case .device: return try await removeDevice()
    case .history: try await client.eraseHistory(of: standIn(SessionID(record.id), nil))
    }
    return []
  }

  /// Removes the recorded sessions. An error with one session does not prevent the removal of the others.
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

  private func removeDevice() async throws(AuthError) -> [AuthError] {
    guard let forgetting = try client.provider(record.providerID) as? any DeviceForgetting else { return [] }
    var unreported: [AuthError] = []
    for identifier in try Self.forgottenIdentifiers(record, try await client.services.sessionStore.inventory()) {
      do throws(AuthError) {
        try await forgetting.forgetDevice(identifier: identifier)
      } catch  where Self.leavesData(error) {
        throw error
      } catch {
        unreported.append(error)
      }
    }
    return unreported
  }

  /// The users whose credentials are removed. An identifier with which another account is signed in now is left out:
  /// the user may have signed up again. If the user typed no identifier, the credentials of all users are removed, but
  /// only if no other user of this device is signed in.
  ///
  /// - Throws: the error of a session that cannot be read.
  static func forgottenIdentifiers(
    _ record: AccountDeletionRecord, _ stored: StoredSessions
  ) throws(AuthError) -> [String?] {
    // A session that cannot be read can belong to any user of this device.
    if let error = stored.unreadable.first { throw error }
    let others = stored.sessions.filter { $0.providerID == record.providerID && !record.concerns($0) }
    guard record.identifiers.isEmpty else {
      return record.identifiers.filter { identifier in !others.contains { $0.identifier == identifier } }
    }
    return others.isEmpty ? [nil] : []
  }

  /// Whether an error of `forgetDevice` means that keys or records are left on this device. If only the server failed,
  /// they are deleted.
  static func leavesData(_ error: AuthError) -> Bool {
    error.code.kind == .storage || [.storeLocked, .storeUnavailable, .keyUnavailable].contains(error.code)
  }
}
