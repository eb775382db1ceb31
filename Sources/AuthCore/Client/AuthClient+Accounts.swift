extension AuthClient {
  /// Every stored session that can be read and belongs to a linked provider and its configured tenant, newest first.
  ///
  /// - Throws: a storage code if the store cannot be read, or if sessions are stored and none of them can be read.
  public func accounts() async throws(AuthError) -> [Account] {
    var accounts: [Account] = []
    for session in try await sessions() {
      guard let instance = linkedInstance(session.providerID), instance.isOwn(session) else { continue }
      accounts.append(Account(session, isSelected: try await isSelected(session), client: self))
    }
    return accounts
  }

  /// A stream with an element whenever the accounts or their selection may have changed. If the store reports changes
  /// (`SessionStore.changes`), the stream includes changes by other processes; otherwise it includes only this client's
  /// changes. The stream ends when the reader's task is cancelled.
  public func accountChanges() -> AsyncStream<Void> {
    services.sessionStore.changes ?? AsyncStream { $0.finish() }
  }

  /// The account whose session has the id `id`.
  ///
  /// - Throws: `not_signed_in` if there is no such session; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; a storage code; `provider_not_linked` and `invalid_configuration`.
  public func account(_ id: SessionID) async throws(AuthError) -> Account {
    guard let session = try await services.sessionStore.load(id) else {
      throw AuthError(
        .notSignedIn, "There is no stored session \(id). Check the id with `sessions()`, or sign in again.")
    }
    try instance(session.providerID).checkOwn(session)
    return Account(session, isSelected: try await isSelected(session), client: self)
  }

  /// The engine of one account. It has its own state and back-off, and uses the provider and the store of the account's
  /// instance.
  func engine(of account: Account) async throws(AuthError) -> ProviderSessions {
    engine(of: account.id, by: try instance(account.providerID))
  }

  /// The engine of one account of an instance. If an earlier instance had an engine for the account, readers of its
  /// states continue with the new one.
  func engine(of id: SessionID, by instance: ProviderSessions) -> ProviderSessions {
    let (engine, isNew, released) = setup.withLock { setup -> (ProviderSessions, Bool, [ProviderSessions]) in
      let known = setup.accounts[id]
      if let known, known.instance === instance { return (known, false, []) }
      let released = Self.makeRoom(in: &setup.accounts)
      let engine = ProviderSessions(
        provider: instance.provider, store: services.sessionStore, services: instance.services,
        source: known?.source ?? SessionStateSource(), account: id, of: instance, author: author)
      setup.accounts[id] = engine
      return (engine, true, released)
    }
    for engine in released { engine.retire() }
    if isNew { engine.attach() }
    return engine
  }

  /// When there are this many account engines, the idle ones are removed before another engine is made. The limit is
  /// necessary because a server may handle millions of sessions. A removed engine is made again when it is needed, and
  /// then reads its session from the store.
  static let engineLimit = 10_000

  /// Removes the idle engines if there are at least `engineLimit` engines.
  ///
  /// - Returns: the removed engines, to be retired outside the lock.
  private static func makeRoom(in accounts: inout [SessionID: ProviderSessions]) -> [ProviderSessions] {
    guard accounts.count >= engineLimit else { return [] }
    let idle = accounts.filter { $0.value.isIdle }
    for id in idle.keys { accounts[id] = nil }
    return Array(idle.values)
  }

  private func isSelected(_ session: Session) async throws(AuthError) -> Bool {
    try await services.sessionStore.selection(for: session.providerID) == session.id
  }

  /// The instance of a provider; nil if the provider is not configured, not linked, or cannot be created.
  func linkedInstance(_ id: ProviderID) -> ProviderSessions? {
    guard configuration.block(id).map({ linkedTypes.contains($0.type) }) == true else { return nil }
    do throws(AuthError) {
      return try instance(id)
    } catch {
      return nil
    }
  }
}

extension ProviderSessions {
  /// Changes the labels or the adapter's values of a stored session.
  ///
  /// - Throws: `not_signed_in` if there is no such session; `invalid_request` if it belongs to a tenant other than the
  ///   configured one; `store_locked` and other storage codes.
  func label(_ id: SessionID, _ change: @escaping @Sendable (inout Session) -> Void) async throws(AuthError) -> Session
  {
    try await storing("label") { [self] () throws(AuthError) in
      let updated = try await update(id) { session in
        var session = session
        change(&session)
        return session
      }
      guard let updated else { throw notSignedIn }
      return updated.new
    }
  }

  /// Deselects a session if it is the selected one. The session stays stored.
  func deselect(_ session: Session) async throws(AuthError) {
    let commands = try await store.withSelectionLock(of: provider.id) {
      [self] () async throws(AuthError) -> [SessionMachine.Command] in
      guard try await store.selection(for: provider.id) == session.id else { return [] }
      try await store.select(nil, for: provider.id)
      return change { $0.deselected(session.id, now: $1) }
    }
    perform(commands)
  }
}
