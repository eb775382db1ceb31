import AuthCore
import AuthRuntime
import AuthStoragePostgres
import AuthTerminal
import AuthUI

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
    private var remedies: [Phrase] {
      var remedies = faults.map { Phrase.verbatim($0.message) }
      if state.version < state.needed { remedies.append(Phrase("command.postgres.runMigrate")) }
      if !state.forbidden.isEmpty { remedies.append(Phrase("command.postgres.runGrant")) }
      return remedies
    }

    var json: JSONValue {
      [
        "version": .integer(state.version), "needed": .integer(state.needed), "ready": .bool(state.isReady),
        "forbidden": .array(state.forbidden.map { .string($0) }),
        "rows": .object(JSONObject(state.rows.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
        "unreadable": .array(unreadable.map { .string($0.code.rawValue) }),
        "faults": .array(faults.map { .string($0.code.rawValue) }),
        "remedies": .array(remedies.map { .string(TextCatalog.commandLineEnglish.text($0)) }),
      ]
    }

    func text(_ invocation: Invocation) -> TerminalText {
      func text(_ name: String, _ arguments: [String: Phrase.Argument] = [:]) -> TerminalText {
        invocation.text(Phrase("command.postgres." + name, arguments))
      }
      let counts = state.rows.sorted { $0.key < $1.key }.map {
        text(
          $0.value > PostgresSchema.State.countedRows ? "rowEstimate" : "rowCount",
          ["table": .text($0.key), "count": .number(Int($0.value))])
      }
      var rows: [(TerminalText, TerminalText)] = [
        (
          text("schema"),
          text("version", ["version": .number(Int(state.version)), "needed": .number(Int(state.needed))])
        )
      ]
      if !state.forbidden.isEmpty { rows.append((text("forbidden"), "\(state.forbidden.joined(separator: ", "))")) }
      if !counts.isEmpty { rows.append((text("rows"), counts.joined(separator: ", "))) }
      rows.append((text("unreadable"), "\(unreadable.count)"))
      let steps = remedies.map { "\n" + Layout.output.line("  " + invocation.text($0), indent: 2) }
      return "PostgreSQL\n" + LabelledLines.text(rows, .output) + steps.joined()
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
    let (sealed, unreadable) = try await store.rotateKeys { count in
      invocation.note(Phrase("command.postgres.sealed", ["count": .number(count)]))
    }
    if unreadable > 0 { invocation.note(Phrase("command.postgres.unchanged", ["count": .number(unreadable)])) }
    return sealed
  }
}
