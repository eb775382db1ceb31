import AuthCore

/// A named lock that this task holds. The writes that rely on the lock name it, and have no effect after it is lost.
/// Writes that compare a version or a generation need no lock.
struct LockFence: Sendable {
  /// The locks of the running task, the outermost first. This is a task-local value because the engine's code, which
  /// does not know fences, runs between a lock and the writes inside it.
  @TaskLocal static var held: [LockFence] = []

  let name: [UInt8]
  let fence: UInt64

  /// The two values of a statement with `clause`: the names and the fences of the locks, as arrays.
  static var values: [PostgresValue] {
    let names = held.map { "\"\\\\x\(Hex.encode($0.name))\"" }.joined(separator: ",")
    let fences = held.map { String(Int64(bitPattern: $0.fence)) }.joined(separator: ",")
    return [.text("{\(names)}"), .text("{\(fences)}")]
  }

  /// A part of a WITH clause that locks the rows of the held locks until the statement ends, and the condition that all
  /// of these rows were found. After a lock was lost, its row is missing or has another fence.
  ///
  /// - Parameter first: the number of the first of the two values.
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

  /// Checks, after a write without effect, that no lock was lost.
  ///
  /// - Throws: `store_locked` if a lock was lost.
  static func check(in place: PostgresPlace) async throws(AuthError) {
    guard !held.isEmpty else { return }
    let clause = clause(1)
    let statement = place.schema.statement("WITH \(clause.with) SELECT \(clause.condition)", isRepeatable: true)
    let holds = try await place.database.run(statement, values, to: "check a lock").first?.bool(0) ?? false
    guard !holds else { return }
    throw AuthError(
      .storeLocked, "This host was paused for too long and lost its database lock. Nothing was changed. Try again.")
  }
}
