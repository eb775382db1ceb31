import AuthCore
import AuthStorage

/// Named locks across hosts. Each lock is a row with a lease, which is extended while the body runs.
///
/// A host that fails keeps its locks until their leases end. A host that is paused for longer than the lease may lose
/// the lock to another host; its writes inside the lock then have no effect (`LockFence`). No connection is held while
/// a body runs.
final class PostgresLocks: Sendable {
  private static let lease = Duration.seconds(10)
  private static let patience = Duration.seconds(30)

  private let database: PostgresDatabase
  private let seal: PostgresSeal
  private let system: StorageSystem
  private let host: HostIdentity
  private let local: NamedLocks
  private let take: PostgresStatement
  private let extend: PostgresStatement
  private let release: PostgresStatement

  init(_ place: PostgresPlace) {
    database = place.database
    seal = place.seal("lock")
    system = place.system
    host = place.host
    local = NamedLocks(clock: place.system.clock, timeout: Self.patience)
    take = place.schema.statement(
      """
      INSERT INTO {schema}.lock AS known (name, fence, holder, held_until)
      VALUES ($1, nextval('{schema}.turn'), $2::text::uuid, clock_timestamp() + $3::text::interval)
      ON CONFLICT (name) DO UPDATE
        SET fence = excluded.fence, holder = excluded.holder, held_until = excluded.held_until
        WHERE known.held_until < clock_timestamp() OR known.holder = excluded.holder
      RETURNING fence
      """, isRepeatable: true)
    extend = place.schema.statement(
      "UPDATE {schema}.lock SET held_until = clock_timestamp() + $3::text::interval WHERE name = $1 AND fence = $2",
      isRepeatable: true)
    release = place.schema.statement("DELETE FROM {schema}.lock WHERE name = $1 AND fence = $2", isRepeatable: true)
  }

  /// Runs `body` while no other caller, in this process or another, holds the lock of that name.
  ///
  /// - Throws: `store_locked` if the lock is not released in time, `cancelled` if the task is cancelled while it waits,
  ///   another storage code, or the error of `body`.
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    // The callers of this process wait for a local lock first, so that at most one caller polls the lock in the
    // database.
    try await local.withLock(on: name) { () throws(AuthError) -> Result in
      let row = try await seal.name(name)
      let fence = try await acquire(row, name)
      let extending = Task.detached { [self] in await keep(row, fence) }
      let held = LockFence.held + [LockFence(name: row, fence: fence)]
      let result = await LockFence.$held.withValue(held) { () async -> Swift.Result<Result, AuthError> in
        do throws(AuthError) { return .success(try await body()) } catch { return .failure(error) }
      }
      extending.cancel()
      await give(row, fence)
      return try result.get()
    }
  }

  private func acquire(_ row: [UInt8], _ name: String) async throws(AuthError) -> UInt64 {
    let deadline = system.clock.uptime() + Self.patience
    while true {
      let values: [PostgresValue] = [.bytes(row), .text(host.text), .text(Self.lease.interval)]
      if let taken = try await database.run(take, values, to: "take the lock '\(name)'").first {
        return taken.counter(0)
      }
      guard system.clock.uptime() < deadline else { throw NamedLocks.timedOut(name, Self.patience) }
      do throws(CancellationError) {
        try await system.clock.sleep(for: .milliseconds(20 + Int(system.random.fraction() * 60)))
      } catch {
        throw .cancelled
      }
    }
  }

  /// Extends the lease until the task is cancelled. If the database does not respond, the lease ends.
  private func keep(_ row: [UInt8], _ fence: UInt64) async {
    while true {
      do throws(CancellationError) { try await system.clock.sleep(for: Self.lease / 3) } catch { return }
      _ = try? await database.answer(
        extend, [.bytes(row), .counter(fence), .text(Self.lease.interval)], within: Self.lease / 3)
    }
  }

  /// Releases a lock. If that fails, the lock ends with its lease.
  private func give(_ row: [UInt8], _ fence: UInt64) async {
    _ = try? await database.answer(release, [.bytes(row), .counter(fence)], within: .seconds(3))
  }
}

extension Duration {
  /// The duration in whole milliseconds, as the text of a PostgreSQL interval.
  var interval: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) milliseconds"
  }
}
