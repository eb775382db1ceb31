import AuthCore
import AuthRuntime
import AuthStorage

extension Command {
  static let storage = Command(
    "storage", operands: "[check | migrate | rotate | quarantine]", operandCount: 0...1,
    summary: "Check and maintain the directory of sessions, keys and records",
    discussion: """
        check       report what is in it; exits with status 74 if a record cannot be read (the default)
        migrate     rewrite records of earlier versions now; otherwise each is rewritten when it next changes
        rotate      create new keys and seal every record again, while other processes continue
        quarantine  move records that cannot be read into the subdirectory 'quarantine', byte for byte

      No action deletes a record. A record that a later version wrote, and this one cannot read, stays where it is until
      you run 'quarantine'.
      """
  ) { (invocation) throws(AuthError) in
    guard
      let storage = try FileStorage.standard(
        for: try invocation.configuration(), storage: LinkedStorage.plugins)
    else {
      throw AuthError(.invalidConfiguration, "$.storage keeps nothing in files, so there is no directory to check.")
    }
    switch invocation.arguments.operand(0) ?? "check" {
    case "check": return try check(storage, invocation)
    case "migrate":
      let count = try await storage.migrate()
      invocation.report(["ok": true, "migrated": .integer(Int64(count))], "Wrote \(count) records in the new form")
    case "rotate":
      try await storage.rotateWrappingKey()
      invocation.report(["ok": true], "Sealed every record with new keys")
    case "quarantine":
      let moved = try await storage.quarantineUnreadable()
      invocation.report(
        ["ok": true, "moved": .array(moved.map { .string($0) })],
        moved.isEmpty ? "Every record can be read" : (["Moved to quarantine:"] + moved).joined(separator: "\n  "))
    default:
      throw AuthError(
        .invalidRequest, "Use 'storage check', 'storage migrate', 'storage rotate' or 'storage quarantine'.")
    }
    return 0
  }

  private static func check(_ storage: FileStorage, _ invocation: Invocation) throws(AuthError) -> Int32 {
    let found = try storage.inventory()
    var unreadable: [JSONValue] = []
    for record in found.unreadable {
      unreadable.append(["path": .string(record.path), "code": .string(record.error.code.rawValue)])
      if !invocation.isJSON { Output.note(Style.error.yellow("\(record.error.code): ") + record.error.message) }
    }
    invocation.report(
      [
        "directory": .string(storage.directory), "readable": .integer(Int64(found.readable)),
        "earlier": .integer(Int64(found.earlier)), "unreadable": .array(unreadable),
        "quarantined": .array(found.quarantined.map { .string($0) }),
      ],
      """
      \(storage.directory)
        readable     \(found.readable)\(found.earlier > 0 ? " (\(found.earlier) of an earlier version)" : "")
        unreadable   \(found.unreadable.count)
        quarantined  \(found.quarantined.count)
      """)
    return found.unreadable.first?.error.code.exitStatus ?? 0
  }
}
