#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AuthClient {
  /// What became of the sessions of every user of the configured providers, ended ones included; the user to whom
  /// something happened last comes first.
  ///
  /// - Parameter id: of which instance; nil for all that are configured and linked.
  /// - Throws: a storage code, and what `provider(_:)` throws.
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

  /// What became of the sessions of an account's user, the one of that identity and earlier and later ones.
  ///
  /// - Throws: `not_signed_in` where neither a session nor a history knows the identity, and a storage code.
  public func history(for id: SessionID) async throws(AuthError) -> AccountHistory {
    let histories = try await histories()
    if let known = histories.first(where: { $0.entries.contains { $0.session == id } }) { return known }
    // A session of an earlier release, to which nothing has happened since.
    let session = try await stored(id)
    return histories.first { $0.providerID == session.providerID && $0.isOf(session) }
      ?? AccountHistory(
        providerID: session.providerID, tenant: session.tenant, subject: session.subject, identifier: session.identifier
      )
  }

  /// Why no user is signed in: how the last session ended of those that a call means. Nil where none has ended, or its
  /// user has signed in since.
  ///
  /// - Parameter id: of which instance; nil for the configured one and its fallbacks.
  /// - Throws: a storage code.
  public func signOutExplanation(provider id: ProviderID? = nil) async throws(AuthError) -> SignOutExplanation? {
    var histories: [AccountHistory] = []
    for candidate in candidates(id) {
      guard let instance = linkedInstance(candidate) else { continue }
      histories += try await instance.histories().filter { $0.tenant.utf8.elementsEqual(instance.provider.tenant.utf8) }
    }
    return SignOutExplanation(of: histories)
  }

  /// Takes away the histories of users who have no other session here.
  func forgetHistories(of ended: [EndedSession]) async {
    for ended in ended {
      let (session, instance) = (ended.session, ended.instance)
      await instance.history.trying { () throws(AuthError) in
        let isKept = try await services.sessionStore.inventory().sessions.contains {
          instance.isOwn($0) && $0.subject.utf8.elementsEqual(session.subject.utf8)
        }
        if !isKept { await instance.history.forget(session) }
      }
    }
  }
}

extension Account {
  /// What became of its user's sessions, this one and earlier ones.
  ///
  /// - Throws: a storage code.
  public func history() async throws(AuthError) -> AccountHistory { try await client.history(for: id) }
}
