#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthClient {
  /// The session history of every user of the configured providers, including users without a session. The user with
  /// the newest entry comes first.
  ///
  /// - Parameter id: the instance; nil for all configured and linked instances.
  /// - Throws: a storage code; for a named instance, also the errors of `provider(_:)`.
  public func histories(provider id: ProviderID? = nil) async throws(AuthError) -> [AccountHistory] {
    var instances: [ProviderSessions] = []
    if let id {
      instances.append(try instance(id))
    } else {
      instances = configuration.providers.compactMap { linkedInstance($0.id) }
    }
    var histories: [AccountHistory] = []
    for instance in instances { histories += try await instance.histories() }
    return histories.sorted { $0.entries.last?.date ?? .distantPast > $1.entries.last?.date ?? .distantPast }
  }

  /// The session history of an account's user: the session with that id, and the user's earlier and later sessions.
  ///
  /// - Throws: `not_signed_in` if the id is neither that of a stored session nor in a history; a storage code.
  public func history(for id: SessionID) async throws(AuthError) -> AccountHistory {
    let histories = try await histories()
    if let known = histories.first(where: { $0.entries.contains { $0.session == id } }) { return known }
    // A session has no entry if an earlier release stored it, or if its entries had to make room for newer ones.
    let session = try await stored(id)
    return histories.first { $0.providerID == session.providerID && $0.isOf(session) }
      ?? AccountHistory(
        providerID: session.providerID, tenant: session.tenant, subject: session.subject, identifier: session.identifier
      )
  }

  /// The latest end of a session at the configured tenant: how and when the session ended. Only each user's newest
  /// session counts; nil if none of these sessions has ended.
  ///
  /// - Parameter id: the instance; nil for the configured one and its fallbacks. An instance that is not linked or
  ///   cannot be created is skipped.
  /// - Throws: a storage code.
  public func signOutExplanation(provider id: ProviderID? = nil) async throws(AuthError) -> SignOutExplanation? {
    var histories: [AccountHistory] = []
    for candidate in candidates(id) {
      guard let instance = linkedInstance(candidate) else { continue }
      histories += try await instance.histories().filter { $0.tenant.utf8.elementsEqual(instance.provider.tenant.utf8) }
    }
    return SignOutExplanation(of: histories)
  }

  /// Deletes the history of each user whose session has ended, unless the user has another stored session. An error is
  /// recorded as an event.
  func forgetHistories(of ended: [EndedSession]) async {
    for ended in ended {
      let (session, instance) = (ended.session, ended.instance)
      await instance.history.trying { () throws(AuthError) in
        let store = services.sessionStore
        guard try await store.load(session.id) == nil, try await store.sessions(besides: session).isEmpty else {
          return
        }
        await instance.history.forget(session)
      }
    }
  }
}

extension Account {
  /// The history of this account's user: the account's session, and the user's other sessions with the provider.
  ///
  /// - Throws: `not_signed_in` if neither the session nor a history of it is stored any more; a storage code.
  public func history() async throws(AuthError) -> AccountHistory { try await client.history(for: id) }
}
