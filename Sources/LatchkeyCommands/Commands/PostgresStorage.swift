import AuthCore
import AuthRuntime
import AuthStoragePostgres
import AuthTerminal

/// The database of a configuration, for `latchkey storage`.
struct PostgresStorage {
  private let store: PostgresSessionStore
  private let invocation: Invocation

  /// Opens the session store of the configuration; nil if the configuration keeps its sessions elsewhere.
  ///
  /// - Throws: the errors of the configuration and of `ClientServices.standard(for:)`.
  init?(_ invocation: Invocation) throws(AuthError) {
    let services = try ClientServices.standard(for: try invocation.configuration(), storage: LinkedStorage.plugins)
    guard let store = services.sessionStore as? PostgresSessionStore else { return nil }
    self.store = store
    self.invocation = invocation
  }

  /// The findings of a check.
  struct Report {
    let state: PostgresSchema.State
    let unreadable: [AuthError]
    let faults: [AuthError]

    /// The next steps for the operator: the messages of the faults, which contain the remedy, and the commands to run.
    private var remedies: [String] {
      var remedies = faults.map(\.message)
      if state.version < state.needed { remedies.append("Run 'latchkey storage migrate' as the schema's owner.") }
      if !state.forbidden.isEmpty {
        remedies.append("Run the SQL of 'latchkey storage grant ROLE' as the schema's owner.")
      }
      return remedies
    }

    var json: JSONValue {
      [
        "version": .integer(state.version), "needed": .integer(state.needed), "ready": .bool(state.isReady),
        "forbidden": .array(state.forbidden.map { .string($0) }),
        "rows": .object(JSONObject(state.rows.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
        "unreadable": .array(unreadable.map { .string($0.code.rawValue) }),
        "faults": .array(faults.map { .string($0.code.rawValue) }),
        "remedies": .array(remedies.map { .string($0) }),
      ]
    }

    var text: TerminalText {
      let rows = state.rows.sorted { $0.key < $1.key }.map { "\($0.key) about \($0.value)" }.joined(separator: ", ")
      var lines: [TerminalText] = [
        "PostgreSQL", "  schema       version \(state.version); this build needs \(state.needed)",
      ]
      if !state.forbidden.isEmpty { lines.append("  forbidden    \(state.forbidden.joined(separator: ", "))") }
      if !rows.isEmpty { lines.append("  rows         \(rows)") }
      lines.append("  unreadable   \(unreadable.count)")
      lines += remedies.map { "  \($0)" }
      return lines.joined(separator: "\n")
    }

    var exitStatus: Int32? {
      if let error = unreadable.first ?? faults.first { return error.code.exitStatus }
      return state.isReady ? nil : AuthError.Code.invalidConfiguration.exitStatus
    }
  }

  /// Reads the state of the schema. If the schema is ready, this also opens the keys and every session, and connects by
  /// `notifyURL`; errors of these steps become faults of the report.
  ///
  /// - Throws: the error of the database when the schema's state cannot be read.
  func report() async throws(AuthError) -> Report {
    let state = try await store.schema.state()
    guard state.isReady else { return Report(state: state, unreadable: [], faults: []) }
    var faults: [AuthError] = []
    var unreadable: [AuthError] = []
    do throws(AuthError) {
      try await store.checkKeys()
      unreadable = try await store.inventory().unreadable
    } catch {
      faults.append(error)
    }
    do throws(AuthError) { try await store.checkNotifications() } catch { faults.append(error) }
    return Report(state: state, unreadable: unreadable, faults: faults)
  }

  /// - Returns: a line for each step that was applied.
  func migrate() async throws(AuthError) -> [String] { try await store.schema.migrate() }

  func grants(to role: String) throws(AuthError) -> String { store.schema.grants(to: role) }

  /// - Returns: the number of rows that were sealed again.
  func rotate() async throws(AuthError) -> Int {
    let (sealed, unreadable) = try await store.rotateKeys { count in Output.note("Rows sealed again: \(count)") }
    if unreadable > 0 {
      Output.note(
        "Rows that cannot be opened and stay unchanged: \(unreadable). 'latchkey storage check' shows the reasons.")
    }
    return sealed
  }
}
