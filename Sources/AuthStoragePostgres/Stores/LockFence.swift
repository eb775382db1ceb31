import AuthCore

/// A named lock that this task holds. A write that relies on the lock contains the lock's name and fence, and has no
/// effect after the lock is lost. Writes that compare a version or a generation need no lock.
struct LockFence: Sendable {
  /// The locks of the running task, the outermost lock first. The value is task-local, because the code between a lock
  /// and the writes inside it belongs to the engine, which does not pass fences on.
  @TaskLocal static var held: [LockFence] = []

  /// The name of the lock's row.
  let name: [UInt8]
  /// A number that grows each time a host takes the lock.
  let fence: UInt64

  /// The two values for a statement that contains `clause`: the names and the fences of the held locks, as arrays.
  static var values: [PostgresValue] {
    let names = held.map { "\"\\\\x\(Hex.encode($0.name))\"" }.joined(separator: ",")
    let fences = held.map { String(Int64(bitPattern: $0.fence)) }.joined(separator: ",")
    return [.text("{\(names)}"), .text("{\(fences)}")]
  }

  /// Returns a part of a WITH clause that locks the rows of the held locks until the statement ends, and the condition
  /// that all of these rows were found. The row of a lost lock is missing or has another fence.
  ///
  /// - Parameter first: the number of the first of the two `values` in the statement.
  static func clause(_ first: Int) -> (with: String, condition: String) {
    (
      """
      held AS MATERIALIZED (
        SELECT l.name FROM {schema}.lock l
        JOIN unnest($\(first)::text::bytea[], $\(first + 1)::text::bigint[]) AS wanted (name, fence)
          ON l.name = wanted.name AND l.fence = wanted.fence
        FOR SHARE OF l)
      """,
      "(SELECT count(*) FROM held) = cardinality($\(first)::text::bytea[])"
    )
  }

  /// Checks, after a write that had no effect, that no lock was lost.
  ///
  /// - Throws: `store_locked` if a lock was lost.
  static func check(in place: PostgresPlace) async throws(AuthError) {
    guard !held.isEmpty else { return }
    let clause = clause(1)
    let statement = place.schema.statement("WITH \(clause.with) SELECT \(clause.condition)", isRepeatable: true)
    let holds = try await place.database.run(statement, values, to: "check a lock").first?.bool(0) ?? false
    guard !holds else { return }
    throw AuthError(
      .storeLocked,
      "The lock for this write has expired, because this host was paused or could not reach the database for too "
        + "long. Nothing was changed. Try again.")
  }
}
