import AuthCore
import AuthStorage

/// Notices what other hosts change, and counts it, for all sessions and for each.
///
/// It looks each second while the changes have a reader, or a count was asked for a short time ago, and not otherwise.
/// With `notifyURL`, a notification makes it look at once; then the look each second is what finds the changes of a
/// host that died before it notified.
final class PostgresChanges: Sendable {
  private struct State {
    var window = ChangeWindow()
    var isRunning = false
    var isLooking = false
    var looksAgain = false
    var isNotifying = false
    var lastAsked: Duration?
    var looks = 0
    /// The sessions that were read here, by their rows.
    var sessions: [[UInt8]: SessionID] = [:]
    var counts: [SessionID: UInt64] = [:]
    /// A part of every count: grows when any session may have changed.
    var base: UInt64 = 0
  }

  private static let interval = Duration.seconds(1)
  private static let interest = Duration.seconds(30)
  private static let pruneEvery = 60
  private static let registered = 100_000
  /// Tells counts of all sessions from counts of one.
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

  /// Grows with every change of this session; with every change of any session where it is not known here.
  func revision(of id: SessionID) -> UInt64 {
    asked()
    return state.withLock { state in state.counts[id].map { $0 &+ state.base } } ?? news.count | Self.unknown
  }

  /// An element after changes.
  func stream() -> AsyncStream<Void> {
    defer { asked() }
    return news.stream()
  }

  /// A session was read here: its changes are counted apart from now on.
  func register(_ id: SessionID, at row: [UInt8]) {
    state.withLock { state in
      guard state.sessions[row] == nil else { return }
      if state.sessions.count >= Self.registered {
        state.sessions = [:]
        state.counts = [:]
        state.base &+= 1 << 32
      }
      state.sessions[row] = id
      // Begins above every count that was given for it.
      state.counts[id] = news.count &+ 1
    }
  }

  /// This process has changed a row.
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

  /// Connects by `notifyURL`, if there is one.
  ///
  /// - Throws: `store_unavailable` if that fails. The looks each second go on without it.
  func checkListener() async throws(AuthError) {
    guard let listener else { return }
    do throws(PostgresFailure) {
      _ = try await listener.answer(PostgresStatement("SELECT 1", isRepeatable: true), within: .seconds(5))
    } catch {
      let reason = error.error("listen for changes").underlying ?? "no answer"
      throw AuthError(
        .storeUnavailable,
        "The server of storage.sessions.postgres.notifyURL could not be reached (\(reason)). Check that URL. Without it, "
          + "hosts notice the changes of others within a second or two.", underlying: reason)
    }
  }

  // MARK: Looking

  /// Called when someone reads the changes or a count. Starts to look, unless that is running; what was known before a
  /// time without looks is out of date.
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
      // The listener connects again by itself. If it cannot start, the looks still find the changes.
      _ = try? await self?.listener?.start()
      while let interval = await self?.turn() {
        guard let clock = self?.system.clock else { return }
        do throws(CancellationError) { try await clock.sleep(for: interval) } catch { return }
      }
    }
  }

  /// One look; nil when no count was asked for in a while.
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

  /// Looks; a call during a look makes it look again.
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
      // The sessions in memory stay in use; the next look that succeeds counts as a change of everything.
      state.withLock { $0.window.failed() }
    }
  }

  // MARK: Telling

  /// One notification for all changes of a short time, after they were committed: a notification inside a transaction
  /// would let the server commit one after the other.
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
      // Without it, the others find the changes at their next look.
      _ = try? await database.answer(notify, [.text(channel)], within: .seconds(3))
    }
  }
}
