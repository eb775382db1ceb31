import AuthCore
import AuthStorage

/// Notices the changes by other hosts and counts them, for all sessions together and for each session.
///
/// It looks for changes every second while the changes have a reader, or if a count was requested in the last 30
/// seconds. With `notifyURL`, a notification makes it look at once. The look every second then finds the changes of a
/// host that died before it sent its notification.
final class PostgresChanges: Sendable {
  private struct State {
    var window = ChangeWindow()
    var isRunning = false
    var isLooking = false
    var looksAgain = false
    var isNotifying = false
    var lastAsked: Duration?
    var looks = 0
    /// The sessions that were read here, by the names of their rows.
    var sessions: [[UInt8]: SessionID] = [:]
    var counts: [SessionID: UInt64] = [:]
    /// A part of every count: grows when any session may have changed.
    var base: UInt64 = 0
  }

  private static let interval = Duration.seconds(1)
  private static let interest = Duration.seconds(30)
  private static let pruneEvery = 60
  private static let registered = 100_000
  /// Distinguishes counts of all sessions from counts of one.
  private static let unknown: UInt64 = 1 << 63

  private let database: PostgresDatabase
  private let listener: PostgresDatabase?
  private let clock: DatabaseClock
  private let system: StorageSystem
  private let channel: String
  private let look: PostgresStatement
  private let prune: PostgresStatement
  private let notify = PostgresStatement("SELECT pg_notify($1, '')", isRepeatable: true)
  private let news = StoreChanges()
  private let state = Locked(State())

  /// - Parameter makeListener: makes the database of `notifyURL`; its argument is called when a notification arrives.
  init(
    _ database: PostgresDatabase, schema: SchemaName, clock: DatabaseClock, system: StorageSystem,
    listener makeListener: ((@escaping @Sendable () -> Void) -> PostgresDatabase)? = nil
  ) {
    self.database = database
    self.clock = clock
    self.system = system
    channel = schema.channel
    look = schema.statement(
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text, c.id, c.name,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint
      FROM (SELECT 1) AS always
      LEFT JOIN {schema}.change c ON c.transaction >= coalesce($1::text, pg_snapshot_xmax(pg_current_snapshot())::text)::xid8
      """, isRepeatable: true)
    prune = schema.statement(
      "DELETE FROM {schema}.change WHERE at < clock_timestamp() - interval '10 minutes'", isRepeatable: true)
    let signal = Locked<(@Sendable () -> Void)?>(nil)
    listener = makeListener? { signal.withLock { $0 }?() }
    signal.withLock { $0 = { [weak self] in self?.lookSoon() } }
  }

  // MARK: Counting

  /// Grows with every change of any session.
  var revision: UInt64 {
    asked()
    return news.count
  }

  /// Grows with every change of this session. If the session was not read here, grows with every change of any session.
  func revision(of id: SessionID) -> UInt64 {
    asked()
    return state.withLock { state in state.counts[id].map { $0 &+ state.base } } ?? news.count | Self.unknown
  }

  /// A stream with an element after changes.
  func stream() -> AsyncStream<Void> {
    defer { asked() }
    return news.stream()
  }

  /// Notes that a session was read here. Its changes are counted separately from now on.
  func register(_ id: SessionID, at row: [UInt8]) {
    state.withLock { state in
      guard state.sessions[row] == nil else { return }
      if state.sessions.count >= Self.registered {
        state.sessions = [:]
        state.counts = [:]
        state.base &+= 1 << 32
      }
      state.sessions[row] = id
      // Begins above every count that was returned for the session before.
      state.counts[id] = news.count &+ 1
    }
  }

  /// Counts a change that this process made to a row, and notifies the other hosts.
  func wrote(_ row: [UInt8]) {
    count([row])
    tellOthers()
  }

  private func count(_ rows: Set<[UInt8]>) {
    state.withLock { state in
      for row in rows {
        if let id = state.sessions[row] { state.counts[id]? &+= 1 }
      }
    }
    news.note()
  }

  private func countAll() {
    state.withLock { $0.base &+= 1 }
    news.note()
  }

  /// Checks the connection to the server of `notifyURL`, if it is set.
  ///
  /// - Throws: `store_unavailable` if the server does not answer. The look every second does not need that connection.
  func checkListener() async throws(AuthError) {
    guard let listener else { return }
    do throws(PostgresFailure) {
      _ = try await listener.answer(PostgresStatement("SELECT 1", isRepeatable: true), within: .seconds(5))
    } catch {
      let error = error.error("listen for changes")
      // A wrong URL is its own error.
      guard let reason = error.underlying else { throw error }
      throw AuthError(
        .storeUnavailable,
        "The server of storage.sessions.postgres.notifyURL could not be reached (\(reason)). Check that URL. Without it, "
          + "hosts notice the changes of others within a second or two.", underlying: reason)
    }
  }

  // MARK: Looking

  /// Called when a caller reads the changes or a count. If no looks are running, starts them. Changes may have been
  /// missed before, so every session is then counted as changed.
  private func asked() {
    let now = system.clock.uptime()
    let starts = state.withLock { state in
      state.lastAsked = now
      guard !state.isRunning else { return false }
      state.isRunning = true
      state.window = ChangeWindow()
      state.base &+= 1
      return true
    }
    guard starts else { return }
    news.note()
    Task.detached { [weak self] in
      // The listener reconnects automatically. If it cannot start, the looks still find the changes.
      _ = try? await self?.listener?.start()
      while let interval = await self?.turn() {
        guard let clock = self?.system.clock else { return }
        do throws(CancellationError) { try await clock.sleep(for: interval) } catch { return }
      }
    }
  }

  /// Looks once.
  ///
  /// - Returns: the time until the next look; nil if the changes have no reader and no count was requested for a while.
  private func turn() async -> Duration? {
    let now = system.clock.uptime()
    let readers = news.readers
    let goesOn = state.withLock { state in
      if readers > 0 || state.lastAsked.map({ now - $0 < Self.interest }) == true { return true }
      state.isRunning = false
      return false
    }
    guard goesOn else { return nil }
    await lookNow()
    return Self.interval
  }

  private func lookSoon() { Task.detached { [weak self] in await self?.lookNow() } }

  /// Looks now. After a call during a look, the look is repeated.
  private func lookNow() async {
    let isFirst = state.withLock { state in
      state.looksAgain = state.isLooking
      defer { state.isLooking = true }
      return !state.isLooking
    }
    guard isFirst else { return }
    repeat {
      await lookOnce()
    } while state.withLock { state in
      defer { state.looksAgain = false }
      state.isLooking = state.looksAgain
      return state.looksAgain
    }
  }

  private func lookOnce() async {
    let horizon = state.withLock { $0.window.horizon }
    do throws(PostgresFailure) {
      let rows = try await database.answer(
        look, [horizon.map { .text($0) } ?? .null], within: .seconds(3)
      ).all
      if let row = rows.first { clock.answered(row.number(3)) }
      let changes = rows.filter { !$0.isNull(1) }.map { (id: $0.number(1), name: $0.bytes(2)) }
      let found = state.withLock { state in
        state.looks += 1
        return state.window.looked(horizon: rows.first?.text(0) ?? "0", changes: changes)
      }
      switch found {
      case .nothing: break
      case .rows(let names): count(names)
      case .unknown: countAll()
      }
      if state.withLock({ $0.looks % Self.pruneEvery == 0 }) { _ = try await database.answer(prune) }
    } catch {
      // The sessions in memory stay in use. The next look that succeeds counts every session as changed.
      state.withLock { $0.window.failed() }
    }
  }

  // MARK: Telling

  /// Sends one notification for all changes of a short time, after they were committed. With notifications inside the
  /// transactions, the server would have to commit them one after another.
  private func tellOthers() {
    guard listener != nil else { return }
    let starts = state.withLock { state in
      defer { state.isNotifying = true }
      return !state.isNotifying
    }
    guard starts else { return }
    Task.detached { [self] in
      do throws(CancellationError) { try await system.clock.sleep(for: .milliseconds(50)) } catch {}
      state.withLock { $0.isNotifying = false }
      // If it fails, the other hosts find the changes at their next look.
      _ = try? await database.answer(notify, [.text(channel)], within: .seconds(3))
    }
  }
}
