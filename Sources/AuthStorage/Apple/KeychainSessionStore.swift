#if canImport(Security)
  public import AuthCore
  import CryptoKit

  /// Sessions in the data-protection keychain of an Apple system.
  ///
  /// The items are bound to the device and readable after its first unlock. Before the first unlock, every call that
  /// reads or writes items throws `store_locked`; this error is temporary and never means "no session". The first use
  /// removes the items of an earlier installation of the app. With an access group, it removes them only if
  /// `removesEarlierInstallation` is true.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  public struct KeychainSessionStore: SessionStore {
    private let items: KeychainItems
    private let locks: FileStorage
    private let marker: FreshInstallMarker?
    private let news: KeychainChanges

    /// Creates the session store of a service.
    ///
    /// - Parameters:
    ///   - service: the service name of the items, usually the app's bundle identifier.
    ///   - accessGroup: the access group of the apps and extensions that share the items; nil for this app alone.
    ///   - directory: an absolute path in the container of the app or of its app group. The directory holds the lock
    ///     files and the marker of this installation.
    ///   - clock: measures the wait for locks.
    ///   - lockTimeout: how long to wait for a lock, on `clock`, before the call throws `store_locked`.
    ///   - removesEarlierInstallation: whether the first use removes all items if `directory` has no marker of this
    ///     installation; nil means true without an access group, and false with an access group. With an access group,
    ///     pass true only if all members of the group use the same `directory`, in the container of their app group.
    ///     Otherwise the first start of an extension, which has a separate container, would sign out the users of all
    ///     members.
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

    /// Returns the session with the given id, or nil if no session has that id.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func load(_ id: SessionID) async throws(AuthError) -> Session? {
      guard let record = try installed().read(Self.session(id)) else { return nil }
      return try SessionRecord.decode(record)
    }

    /// Returns every session, in no particular order.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code, for example if one of the sessions
    ///   cannot be read.
    public func list() async throws(AuthError) -> [Session] {
      let items = try installed()
      var sessions: [Session] = []
      for account in try items.accounts() where account.hasPrefix(Self.sessionPrefix) {
        if let record = try items.read(account) { sessions.append(try SessionRecord.decode(record)) }
      }
      return sessions
    }

    /// Returns every readable session, and the errors of the other sessions.
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

    /// Writes a session if the stored session still has this generation; nil creates the session, or replaces a session
    /// of any generation.
    ///
    /// - Returns: false if the stored session has another generation or does not exist.
    /// - Throws: `store_locked` before the first unlock or if the lock is not released in time, or another storage
    ///   code.
    @discardableResult
    public func save(_ session: Session, replacing generation: UInt64?) async throws(AuthError) -> Bool {
      try await withLock(on: "write/\(session.id)") { () async throws(AuthError) -> Bool in
        if let generation, try await load(session.id)?.generation != generation { return false }
        try installed().write(SessionRecord.encode(session), for: Self.session(session.id))
        news.post()
        return true
      }
    }

    /// Deletes a session. The selection does not change.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func delete(_ id: SessionID) async throws(AuthError) {
      try installed().remove(Self.session(id))
      news.post()
    }

    /// Returns the id of the session that is selected for a provider, or nil.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func selection(for provider: ProviderID) async throws(AuthError) -> SessionID? {
      try installed().read(Self.selection(provider)).map { SessionID($0.revealText()) }
    }

    /// Selects a session for a provider; nil clears the selection.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
    public func select(_ id: SessionID?, for provider: ProviderID) async throws(AuthError) {
      let items = try installed()
      if let id {
        try items.write(Secret(id.rawValue), for: Self.selection(provider))
      } else {
        try items.remove(Self.selection(provider))
      }
      news.post()
    }

    /// A count that grows with every write by any process that uses these items; nil if the system reports no changes.
    public var revision: UInt64? { news.revision }

    /// A stream with one element after one or more writes; nil if the system reports no changes.
    public var changes: AsyncStream<Void>? { news.changes() }

    /// Runs `body` while no other caller, in this app or another member of its group, holds the lock of that name.
    ///
    /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it
    ///   waits, another storage code, or the error of `body`.
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
