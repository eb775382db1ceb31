import AuthCore
import AuthRuntime
import AuthStorage
import AuthTerminal
import AuthUI

extension Command {
  static let storage = Command(
    "storage", operands: "[ACTION] [ROLE]", operandCount: 0...2,
    summary: "Check and maintain the stores of sessions, keys and records",
    discussion: """
        check       report what the stores contain (the default action); exit with status 74 if a record cannot be read
        migrate     rewrite records of earlier versions now; otherwise each is rewritten when it next changes
        rotate      create new keys and seal every record again, while other processes continue
        quarantine  move unreadable records into the subdirectory 'quarantine', byte for byte
        accept      accept the present records after you restored a backup or moved the directory on purpose
        grant ROLE  print the SQL that gives ROLE, the hosts' role in PostgreSQL, only the rights that it needs

      For sessions in PostgreSQL, 'check' also reports on the schema, 'migrate' creates or extends the schema (run it as
      the schema's owner, with that role's URL; hosts of the previous release continue to work), and 'rotate' seals the
      rows again.

      No action deletes a record. A record that a later version wrote, and this one cannot read, stays where it is until
      you run 'quarantine'.
      """,
    nextOperand: { typed in
      typed.isEmpty ? .words(["check", "migrate", "rotate", "quarantine", "accept", "grant"]) : nil
    }
  ) { (invocation) throws(AuthError) in
    guard
      let storage = try FileStorage.standard(
        for: try invocation.configuration(), storage: LinkedStorage.plugins)
    else {
      throw AuthError(
        .invalidConfiguration,
        "$.storage keeps neither sessions nor keys in files, so there is no directory to work on. Set "
          + "$.storage.sessions to a kind other than 'memory', such as 'file'.")
    }
    let database = try PostgresStorage(invocation)
    switch invocation.arguments.operand(0) ?? "check" {
    case "check":
      let status = try check(storage, invocation, database: try await database?.report())
      return status
    case "migrate":
      let steps = try await database?.migrate() ?? []
      let count = try await storage.migrate()
      invocation.report(
        ["ok": true, "migrated": .integer(Int64(count)), "schema": .array(steps.map { .string($0) })],
        (steps.map { Phrase("command.storage.schema", ["step": .text($0)]) }
          + [Phrase("command.storage.migrated", ["count": .number(count)])]).map(invocation.text)
          .joined(separator: "\n"))
    case "rotate":
      let left = try await storage.rotateWrappingKey()
      let sealed = try await database?.rotate()
      return reportSealed(
        left, invocation, ["rows": sealed.map { .integer(Int64($0)) } ?? .null],
        sealed.map { [invocation.text(Phrase("command.storage.rows", ["count": .number($0)]))] } ?? [])
    case "accept":
      return reportSealed(try await storage.acceptPresentState(), invocation, [:], [])
    case "grant":
      guard let database, let role = invocation.arguments.operand(1) else {
        throw AuthError(
          .invalidRequest,
          "'storage grant' needs the name of a role, and a configuration that keeps sessions in PostgreSQL "
            + "($.storage.sessions is 'postgres'). Use 'storage grant ROLE'.")
      }
      let grants = try database.grants(to: role)
      invocation.report(["sql": .string(grants)], TerminalText(lines: grants))
    case "quarantine":
      let moved = try await storage.quarantineUnreadable()
      invocation.report(
        ["ok": true, "moved": .array(moved.map { .string($0) })],
        moved.isEmpty
          ? invocation.text(Phrase("command.storage.nothingMoved"))
          : ([invocation.text(Phrase("command.storage.moved", ["count": .number(moved.count)]))]
            + moved.map { "\($0)" }).joined(separator: "\n  "))
    default:
      throw AuthError(
        .invalidRequest,
        "'storage' has no such action. Use 'storage check', 'storage migrate', 'storage rotate', 'storage "
          + "quarantine', 'storage accept' or 'storage grant ROLE'.")
    }
    return 0
  }

  /// Reports a rotation; exits with status 74 if records were left as they are.
  private static func reportSealed(
    _ left: [String], _ invocation: Invocation, _ fields: JSONObject, _ rest: [TerminalText]
  ) -> Int32 {
    let list = JSONValue.array(left.map { .string($0) })
    var json: JSONObject = ["ok": .bool(left.isEmpty), "left": list]
    for field in fields.members { json[field.name] = field.value }
    invocation.report(
      json,
      (left.isEmpty
        ? [invocation.text(Phrase("command.storage.sealed"))] + rest
        : rest + [
          Layout.output.line(invocation.text(Phrase("command.storage.sealedReadable", ["count": .number(left.count)])))
        ] + left.map { "  \($0)" }).joined(separator: "\n"))
    return left.isEmpty ? 0 : AuthError.Code.storeCorrupt.exitStatus
  }

  private static func check(
    _ storage: FileStorage, _ invocation: Invocation, database: PostgresStorage.Report?
  ) throws(AuthError) -> Int32 {
    let found = try storage.inventory()
    var unreadable: [JSONValue] = []
    for record in found.unreadable {
      unreadable.append(["path": .string(record.path), "code": .string(record.error.code.rawValue)])
      if !invocation.isJSON {
        Output.note(
          Layout.error.line("\(Style.error.yellow("\(record.error.code): "))\(record.error.message)", indent: 2))
      }
    }
    func text(_ name: String, _ count: Int? = nil) -> TerminalText {
      invocation.text(Phrase("command.storage." + name, count.map { ["count": .number($0)] } ?? [:]))
    }
    let earlier = found.earlier > 0 ? " " + text("earlier", found.earlier) : ""
    let rows: [(TerminalText, TerminalText)] = [
      (text("readable"), "\(found.readable)" + earlier), (text("unreadable"), "\(found.unreadable.count)"),
      (text("quarantined"), "\(found.quarantined.count)"),
    ]
    invocation.report(
      [
        "directory": .string(storage.directory), "readable": .integer(Int64(found.readable)),
        "earlier": .integer(Int64(found.earlier)), "unreadable": .array(unreadable),
        "quarantined": .array(found.quarantined.map { .string($0) }), "database": database?.json ?? .null,
      ],
      "\(storage.directory)\n" + LabelledLines.text(rows, .output)
        + (database.map { "\n" + $0.text(invocation) } ?? ""))
    return found.unreadable.first?.error.code.exitStatus ?? database?.exitStatus ?? 0
  }
}
