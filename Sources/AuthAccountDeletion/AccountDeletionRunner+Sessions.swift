import AuthCore

/// The sessions and credentials of the account, and the session that sends its deletion.
extension AccountDeletionRunner {
  /// The account's session that sends the deletion, as it is stored: the one that the user named, otherwise the
  /// selected one, otherwise the newest. It is not renewed: after a request with an unknown outcome, a refused renewal
  /// would end the session, and with it the possibility of asking the server.
  ///
  /// - Throws: `not_signed_in` if no session of the account is stored; a storage code.
  func session(of record: AccountDeletionRecord) async throws(AuthError) -> Session {
    let own = try await client.services.sessionStore.inventory().sessions.filter(record.concerns)
    let selected = try await client.services.sessionStore.selection(for: record.providerID)
    guard
      let session = own.first(where: { $0.id == named }) ?? own.first(where: { $0.id == selected })
        ?? own.max(by: { $0.createdAt < $1.createdAt })
    else {
      throw AuthError(
        .notSignedIn,
        "The session with which the user asked for the deletion has ended, so no request can be sent. A later session "
          + "is not used, because it can belong to a new account. Sign in and call deleteAccount, or abandon the "
          + "deletion.", provider: record.providerID)
    }
    return session
  }

  /// Adds every session of the user, stored or in the outbox, and the user's credentials on this device. Only for a
  /// deletion that the user requests now.
  func noteAll(_ record: inout AccountDeletionRecord) async throws(AuthError) {
    record.note(try await sessions(matching: record.isOfUser, at: record.providerID))
    record.credentials = try await DeviceCredentials(client: client, record: record).own()
  }

  /// Notes the keys that the account's sessions have now. A later session of the user is not added.
  func noteRenewals(_ record: inout AccountDeletionRecord) async throws(AuthError) {
    record.note(try await sessions(matching: record.concerns, at: record.providerID))
  }

  private func sessions(
    matching isWanted: (Session) -> Bool, at id: ProviderID
  ) async throws(AuthError) -> [Session] {
    let unfinished = try await client.unfinishedSessions(of: id)
    return try await (unfinished + client.services.sessionStore.inventory().sessions).filter(isWanted)
  }
}
