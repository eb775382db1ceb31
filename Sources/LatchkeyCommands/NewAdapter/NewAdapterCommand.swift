import AuthCore
import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let newAdapter = Command(
    "new-adapter", operands: "NAME", operandCount: 1...1,
    summary: "Write the package of an adapter for another vendor",
    discussion: """
      Writes a Swift package. Before you change anything, it builds, signs in to the sandbox of a fictional vendor, and
      passes the conformance suite. Comments mark the places to change; the command prints a list of them.
      The guide is Documentation/WritingAnAdapter.md.
      """,
    options: [
      Option("directory", "DIR", "where to create the folder NAME (default: the current directory)"),
      Option("command-line", nil, "add latchkey-NAME, a 'latchkey' that links the adapter"),
      Option(
        "latchkey", "PATH|URL",
        "Latchkey's checkout or repository (default: the checkout that this program was built from)"),
    ]
  ) { (invocation) throws(AuthError) in
    let name = try AdapterName(invocation.arguments.operand(0) ?? "")
    let source = try LatchkeySource(invocation.arguments.value("latchkey"))
    let package = AdapterPackage(
      name: name, source: source, hasCommandLine: invocation.arguments.has("command-line"))
    let directory = invocation.arguments.value("directory") ?? "."
    let shown = directory == "." ? name.type : (directory.hasSuffix("/") ? directory : directory + "/") + name.type
    let here = URL(filePath: FileManager.default.currentDirectoryPath + "/")
    let folder = URL(filePath: shown, relativeTo: here).absoluteURL.standardized.path
    try package.write(to: folder)
    let next = ["cd \(shown)", "swift run sign-in --sandbox", "swift test"]
    invocation.report(
      json(package, source, folder, next), text(package, shown, next))
    return 0
  }

  private static func json(
    _ package: AdapterPackage, _ source: LatchkeySource, _ folder: String, _ next: [String]
  ) -> JSONObject {
    [
      "ok": true, "name": .string(package.name.type), "product": .string("Auth" + package.name.type),
      "type": .string(package.name.member), "directory": .string(folder), "latchkey": .string(source.text),
      "files": .array(package.files.map { .string($0.path) }),
      "changes": .array(
        package.changes.map { change in
          [
            "step": .integer(Int64(change.step)), "file": .string(change.path), "line": .integer(Int64(change.line)),
            "what": .string(change.what),
          ]
        }),
      "next": .array(next.map { .string($0) }),
    ]
  }

  private static func text(_ package: AdapterPackage, _ shown: String, _ next: [String]) -> TerminalText {
    let style = Style.output
    var lines: [TerminalText] = FileTree.lines(shown, package.files.map(\.path).sorted()).map { "\($0)" }
    lines += ["", style.bold("To change, in this order") + " (marked \(AdapterPackage.mark)in the files):"]
    for change in package.changes {
      lines.append(Layout.output.line("  \(change.step)  \(change.what)", indent: 5))
      lines.append("     " + style.cyan("\(change.path):\(change.line)"))
    }
    lines += ["", style.bold("Next:")] + next.map { "  \($0)" as TerminalText }
    return lines.joined(separator: "\n")
  }
}
