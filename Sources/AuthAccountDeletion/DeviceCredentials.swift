import AuthCore

/// What became of the credentials of this device.
struct DeviceRemoval: Sendable {
  /// The errors of servers that did not remove a credential. Its key is deleted nevertheless.
  var unreported: [AuthError] = []
  /// Whether credentials are left because it is not known whose they are.
  var leavesUnowned = false
}

/// The credentials that a provider keeps on this device between sessions.
struct DeviceCredentials: Sendable {
  let client: AuthClient
  let record: AccountDeletionRecord

  /// The user's credentials.
  ///
  /// - Throws: the errors of `CredentialKeeping.keptCredentials(of:)`; a storage code; an error of the configuration.
  func own() async throws(AuthError) -> [AccountDeletionRecord.KnownCredential] {
    guard let keeping = try client.provider(record.providerID) as? any CredentialKeeping else { return [] }
    let identifiers = CredentialPlan.identifiers(of: record, try await client.services.sessionStore.inventory())
    let kept = try await keeping.keptCredentials(of: identifiers)
    return CredentialPlan(noting: kept, of: record).own.map { AccountDeletionRecord.KnownCredential($0) }
  }

  /// Removes the user's credentials. An error with one credential does not prevent the removal of the others.
  ///
  /// - Throws: a storage code, `key_unavailable`, or an error of the configuration: data may be left on this device.
  func remove() async throws(AuthError) -> DeviceRemoval {
    let provider = try client.provider(record.providerID)
    let stored = try await client.services.sessionStore.inventory()
    let identifiers = CredentialPlan.identifiers(of: record, stored)
    guard let keeping = provider as? any CredentialKeeping else {
      guard let forgetting = provider as? any DeviceForgetting else { return DeviceRemoval() }
      // A session that cannot be read can belong to any user of this device.
      if let error = stored.unreadable.first { throw error }
      // The provider can only remove the credentials of one identifier, or those of all users.
      let removal = DeviceRemoval(leavesUnowned: identifiers.isEmpty)
      return try await removing(identifiers, removal) { (identifier) throws(AuthError) in
        try await forgetting.forgetDevice(identifier: identifier)
      }
    }
    let isReused = stored.sessions.contains { record.isOfUser($0) && !record.concerns($0) }
    let kept = try await keeping.keptCredentials(of: identifiers)
    let plan = CredentialPlan(removing: kept, of: record, isReused: isReused)
    return try await removing(plan.own, DeviceRemoval(leavesUnowned: plan.leavesUnowned)) {
      (credential) throws(AuthError) in try await keeping.forget(credential)
    }
  }

  private func removing<Item>(
    _ items: [Item], _ removal: DeviceRemoval, by remove: (Item) async throws(AuthError) -> Void
  ) async throws(AuthError) -> DeviceRemoval {
    var removal = removal
    var failure: AuthError?
    for item in items {
      do throws(AuthError) { try await remove(item) } catch {
        if Self.leavesData(error) { failure = failure ?? error } else { removal.unreported.append(error) }
      }
    }
    if let failure { throw failure }
    return removal
  }

  /// Whether an error means that keys or records are left on this device. If only the server failed, they are deleted.
  static func leavesData(_ error: AuthError) -> Bool {
    error.code.kind == .storage || [.storeLocked, .storeUnavailable, .keyUnavailable].contains(error.code)
  }
}
