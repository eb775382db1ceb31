import AuthCore
import AuthStorage

/// Detects the changes by other hosts and counts them, for all sessions together and for each session.
///
/// It polls the table of changes every second while a stream of changes has a reader, or if a count was requested
/// within the last 30 seconds. With `notifyURL`, a notification triggers an immediate poll; the regular polls then find
/// the changes of a host that failed before it sent its notification.
final class PostgresChanges: Sendable {
  private struct State {
    var window = ChangeWindow()
    var isRunning = false
    var isLooking = false
    var looksAgain = false
    var isNotifying = false
    var lastAsked: Duration?
    var looks = 0
    /// The sessions that this process has read, by the names of their rows.
    var sessions: [[UInt8]: SessionID] = [:]
    var counts: [SessionID: UInt64] = [:]
    /// A part of every session's count. It grows when any session may have changed.
    var base: UInt64 = 0
  }

  /// The time between two polls.
  private static let interval = Duration.seconds(1)
  /// The time for which polling continues after a count was requested.
  private static let interest = Duration.seconds(30)
  /// The number of polls after which old rows of the table of changes are deleted.
  private static let pruneEvery = 60
  /// The number of registered sessions at which all registrations are discarded, so that they do not fill the memory.
  private static let registered = 100_000
  /// A bit that distinguishes the count of all sessions from the count of one session.
  private static let unknown: UInt64 = 1 << 63

  private let database: PostgresDatabase
  private let listener: PostgresDatabase?
  private let clock: DatabaseClock
  private let system: StorageSystem
  private let channel: String
  private let look: PostgresStatement
  private let prune: PostgresStatement
  private let notify = PostgresStatement("SELECT pg_notify($1, '')", isRepeatable: true)
  private let counter = ChangeCounter()
  private let state = Locked(State())

  /// Creates the change counter of a schema.
  ///
  /// - Parameters:
  ///   - database: the database.
  ///   - schema: the schema of the tables.
  ///   - clock: receives the database's time at each poll.
  ///   - system: the services of the host.
  ///   - makeListener: makes the database of `notifyURL`. Its argument is a function that the database's loop calls
  ///     when a notification arrives. `makeListener` is nil without `notifyURL`.
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
      LEFT JOIN {schema}.change c
        ON c.transaction >= coalesce($1::text, pg_snapshot_xmax(pg_current_snapshot())::text)::xid8
      """, isRepeatable: true)
    prune = schema.statement(
      "DELETE FROM {schema}.change WHERE at < clock_timestamp() - interval '10 minutes'", isRepeatable: true)
    let signal = Locked<(@Sendable () -> Void)?>(nil)
    listener = makeListener? { signal.withLock { $0 }?() }
    signal.withLock { $0 = { [weak self] in self?.lookSoon() } }
  }

  // MARK: Counting

  /// A count that grows with every change of any session.
  var revision: UInt64 {
    asked()
    return counter.count
  }

  /// Returns a count that grows with every change of this session. If this process has not read the session, the count
  /// grows with every change of any session.
  func revision(of id: SessionID) -> UInt64 {
    asked()
    return state.withLock { state in state.counts[id].map { $0 &+ state.base } } ?? counter.count | Self.unknown
  }

  /// Returns a stream with one element after one or more changes.
  func stream() -> AsyncStream<Void> {
    defer { asked() }
    return counter.stream()
  }

  /// Notes that this process has read a session. From then on, the changes of the session are counted separately.
  func register(_ id: SessionID, at row: [UInt8]) {
    state.withLock { state in
      guard state.sessions[row] == nil else { return }
      if state.sessions.count >= Self.registered {
        state.sessions = [:]
        state.counts = [:]
        state.base &+= 1 << 32
      }
      state.sessions[row] = id
      // The count starts above every count that was returned for the session earlier.
      state.counts[id] = counter.count &+ 1
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
    counter.note()
  }

  private func countAll() {
    state.withLock { $0.base &+= 1 }
    counter.note()
  }

  /// Checks the connection to the server of `notifyURL`, if it is set.
  ///
  /// - Throws: `store_unavailable` if the server does not respond, or `invalid_configuration` for a wrong URL. The
  ///   regular polls do not need this connection.
  func checkListener() async throws(AuthError) {
    guard let listener else { return }
    do throws(PostgresFailure) {
      _ = try await listener.answer(PostgresStatement("SELECT 1", isRepeatable: true), within: .seconds(5))
    } catch {
      let error = error.error("listen for changes")
      // The error for a wrong URL already names the field and the remedy.
      guard let reason = error.underlying else { throw error }
      throw AuthError(
        .storeUnavailable,
        "The server of storage.sessions.postgres.notifyURL could not be reached (\(reason)). Check that URL. "
          + "Without this server, each host detects the changes of other hosts by polling, within one or two seconds.",
        underlying: reason)
    }
  }

  // MARK: Polling

  /// Notes that a caller reads the changes or a count, and starts the regular polls if they are not running. The start
  /// counts every session as changed, because changes may have been missed before.
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
    counter.note()
    Task.detached { [weak self] in
      // The listener reconnects automatically. If it cannot start, the polls still find the changes.
      _ = try? await self?.listener?.start()
      while let interval = await self?.turn() {
        guard let clock = self?.system.clock else { return }
        do throws(CancellationError) { try await clock.sleep(for: interval) } catch { return }
      }
    }
  }

  /// Polls once, unless the polls are no longer needed.
  ///
  /// - Returns: the time until the next poll; nil if the polls must stop, because no stream has a reader and no count
  ///   was requested within the last 30 seconds.
  private func turn() async -> Duration? {
    let now = system.clock.uptime()
    let readers = counter.readers
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

  /// Polls now. A call during a poll makes that poll repeat.
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
      // The sessions in memory stay in use. The next successful poll counts every session as changed.
      state.withLock { $0.window.failed() }
    }
  }

  // MARK: Notifying

  /// Sends one notification for all changes within 50 ms, after they were committed. A notification inside each
  /// transaction would force the server to commit the transactions one after another.
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
      // If the notification fails, the other hosts find the changes at their next poll.
      _ = try? await database.answer(notify, [.text(channel)], within: .seconds(3))
    }
  }
}
