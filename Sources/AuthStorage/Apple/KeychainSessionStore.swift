#if canImport(Security)
  public import AuthCore
  import CryptoKit

  /// Sessions in the data-protection keychain of an Apple system.
  ///
  /// Items are bound to the device and can be read from its first unlock on. Before that every call throws
  /// `store_locked`, which is temporary and never means "no session". Items of an earlier installation of the app are
  /// removed at the first use, but not where an access group shares the items, unless the app requests it.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  public struct KeychainSessionStore: SessionStore {
    private let items: KeychainItems
    private let locks: FileStorage
    private let marker: FreshInstallMarker?
    private let news: KeychainChanges

    /// The sessions of a service.
    ///
    /// - Parameters:
    ///   - service: the service name of the items, by custom the app's bundle identifier.
    ///   - accessGroup: the group of apps and extensions that share them; nil for this app alone.
    ///   - directory: an absolute path in the app's container, or in that of its group: it holds locks and the marker
    ///     of this installation.
    ///   - clock: measures the wait for locks.
    ///   - lockTimeout: how long to wait on `clock` for another process's lock before `store_locked`.
    ///   - removesEarlierInstallation: whether items are removed where `directory` has no mark of this installation;
    ///     nil does so where no access group is named. An extension that starts for the first time, with a container of
    ///     its own, would sign out the users of all apps of its group: with an access group, pass true only where all
    ///     of its members are given the same `directory`, in the container of their group.
    public init(
      service: String, accessGroup: String? = nil, directory: String, clock: any AuthClock = SystemClock(),
      lockTimeout: Duration = .seconds(30), removesEarlierInstallation: Bool? = nil
    ) {
      items = KeychainItems(service: service + ".sessions", accessGroup: accessGroup)
      locks = FileStorage(directory: directory, clock: clock, lockTimeout: lockTimeout)
      marker = FreshInstallMarker(
        directory: directory, accessGroup: accessGroup, isWanted: removesEarlierInstallation)
      news = KeychainChanges(service: (accessGroup ?? "") + service)
    }

    /// The session, or nil when none has that id.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func load(_ id: SessionID) async throws(AuthError) -> Session? {
      guard let record = try installed().read(Self.session(id)) else { return nil }
      return try SessionRecord.decode(record)
    }

    /// Every session, in no particular order.
    public func list() async throws(AuthError) -> [Session] {
      let items = try installed()
      var sessions: [Session] = []
      for account in try items.accounts() where account.hasPrefix(Self.sessionPrefix) {
        if let record = try items.read(account) { sessions.append(try SessionRecord.decode(record)) }
      }
      return sessions
    }

    /// Every readable session, and the errors of the others.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func inventory() async throws(AuthError) -> StoredSessions {
      let items = try installed()
      var stored = StoredSessions([])
      for account in try items.accounts() where account.hasPrefix(Self.sessionPrefix) {
        guard let record = try items.read(account) else { continue }
        do throws(AuthError) {
          stored.sessions.append(try SessionRecord.decode(record))
        } catch {
          stored.unreadable.append(error)
        }
      }
      return stored
    }

    /// Writes a session if the stored one still has this generation; nil writes over any generation.
    @discardableResult
    public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
      try await withLock(on: "write/\(session.id)") { () async throws(AuthError) -> Bool in
        if let generation, try await load(session.id)?.generation != generation { return false }
        try installed().write(SessionRecord.encode(session), for: Self.session(session.id))
        news.post()
        return true
      }
    }

    /// Deletes a session. Which session is selected stays as it is.
    public func delete(_ id: SessionID) async throws(AuthError) {
      try installed().remove(Self.session(id))
      news.post()
    }

    /// Which session is selected for a provider.
    public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
      try installed().read(Self.selection(provider)).map { SessionID($0.revealText()) }
    }

    /// Selects a session for a provider, or none.
    public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
      let items = try installed()
      if let id {
        try items.write(Secret(id.rawValue), for: Self.selection(provider))
      } else {
        try items.remove(Self.selection(provider))
      }
      news.post()
    }

    /// Grows with every write of a process that uses this store; nil where the system reports none.
    public var revision: UInt64? { news.revision }

    /// An element after writes.
    public var changes: AsyncStream<Void>? { news.changes() }

    /// Runs `body` while no other caller, in this app or another of its group, holds the lock of that name.
    ///
    /// - Throws: `store_locked` when the lock is not released in time, `cancelled`, else what `body` throws.
    public func withLock<Result: Sendable>(
      on name: String, _ body: @Sendable () async throws(AuthError) -> Result
    ) async throws(AuthError) -> Result {
      let file = Hex.encode(SHA256.hash(data: Array(name.utf8)).prefix(20))
      return try await locks.withLock(file: "session-" + file, named: name) { _ throws(AuthError) in try await body() }
    }

    private func installed() throws(AuthError) -> KeychainItems {
      try marker?.check { () throws(AuthError) in try items.removeAll() }
      return items
    }

    private static let sessionPrefix = "session/"
    private static func session(_ id: SessionID) -> String { sessionPrefix + id.rawValue }
    private static func selection(_ provider: ProviderID) -> String { "selection/" + provider.rawValue }
  }
#endif
