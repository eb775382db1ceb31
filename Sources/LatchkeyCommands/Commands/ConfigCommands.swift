import AuthCore
import AuthRuntime
import AuthTerminal
import AuthUI

extension Command {
  static let configCheck = Command(
    "config check", summary: "Read the configuration strictly, and list everything that is wrong",
    discussion: """
      Lists every fault at once, with its path, the reason and the nearest known key. Checks each profile of the file
      unless --profile names one. Skips the blocks of providers that are not linked here, and the stores that only an app
      has ('keychain', 'secure-enclave').
      """
  ) { (invocation) throws(AuthError) in
    let check = try AuthConfiguration.check(
      contentsOf: invocation.configurationPath, plugins: invocation.plugins,
      profile: invocation.arguments.value("profile"), environment: invocation.environment)
    var faults = check.faults
    var unchecked: [String: String] = [:]
    if faults.isEmpty {
      // The selected provider must be linked, and the kinds of stores must be known. Only the creation of a client
      // checks these two conditions.
      for profile in check.profiles {
        do throws(AuthError) {
          let storage = AppStorage(try invocation.configuration(profile: profile))
          for (path, kind) in storage.unchecked { unchecked[path] = kind }
          _ = try invocation.client(for: storage.configuration)
        } catch {
          let fault = ConfigurationFault(error, in: profile.map { "$.profiles.\($0)" } ?? "$")
          if !faults.contains(fault) { faults.append(fault) }
        }
      }
    }
    let style = Style.output
    for block in check.blocks {
      let path = "$.providers.\(block.id)"
      // A profile can also change the block: `$.profiles.NAME.providers.ID`.
      let isFaulty = faults.contains { ($0.path + ".").contains(".providers.\(block.id).") }
      let mark = !block.isLinked ? style.dim("–") : isFaulty ? style.red("✗") : style.green("✓")
      var json: JSONObject = [
        "path": .string(path), "type": .string(block.type), "linked": .bool(block.isLinked),
      ]
      if block.isLinked { json["ok"] = .bool(!isFaulty) }
      let skipped = Phrase("command.config.notLinked", ["type": .text(block.type)])
      let note = block.isLinked ? "" : style.dim("  " + invocation.text(skipped))
      invocation.report(json, Layout.output.line("\(mark)  \(path)\(note)", indent: 3))
    }
    for (path, kind) in unchecked.sorted(by: { $0.key < $1.key }) {
      let note = invocation.text(Phrase("command.config.appStorage", ["kind": .text(kind)]))
      invocation.report(
        ["path": .string(path), "kind": .string(kind), "checked": false],
        Layout.output.line("\(style.dim("–"))  \(path)\(style.dim("  " + note))", indent: 3))
    }
    for fault in faults {
      invocation.report(
        [
          "ok": false, "path": .string(fault.path), "reason": .string(fault.reason),
          "nearest": fault.nearest.map { .string($0) } ?? .null,
        ], Layout.output.line("\(style.red("✗"))  \(fault.message)", indent: 3))
    }
    guard faults.isEmpty else { return 78 }
    invocation.report(["ok": true], "\(style.green("✓"))  \(invocation.configurationPath)")
    return 0
  }

  static let configSchema = Command(
    "config schema", summary: "Print the JSON Schema of the configuration, for editors",
    discussion: "The schema contains the keys that the linked providers read.",
    options: [Command.Option("markdown", nil, "print the keys as tables instead, as in the documentation")]
  ) { (invocation) throws(AuthError) in
    if invocation.arguments.has("markdown") {
      Output.line(TerminalText(trusted: ConfigurationTable(plugins: invocation.plugins).markdown))
    } else {
      let schema = JSONValue.object(ConfigurationSchema(plugins: invocation.plugins).json)
      Output.json(schema, isPretty: !invocation.isJSON)
    }
    return 0
  }
}
