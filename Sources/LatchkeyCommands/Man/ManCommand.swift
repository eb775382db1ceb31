import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let man = Command(
    "man", operands: "[DIRECTORY]", operandCount: 0...1, summary: "Write the manual pages, in the language of LANG",
    discussion: """
      Writes latchkey.1 and a page for each command below DIRECTORY: English pages into man1, German pages into de/man1.
      Pages of the same names are replaced. Without DIRECTORY, prints the page latchkey(1).

      To install the pages for this user, where man finds them if ~/.local/bin is in PATH:

        latchkey man ~/.local/share/man
        LANG=de_DE.UTF-8 latchkey man ~/.local/share/man

      'latchkey completion' prints the completion script, which belongs beside them.
      """,
    nextOperand: { $0.isEmpty ? .found(.files) : nil }
  ) { (invocation) throws(AuthError) in
    let manual = Manual(HelpTexts(invocation.catalog))
    guard let directory = invocation.arguments.operand(0) else {
      let page = manual.overview
      invocation.report(["name": .string(page.name), "text": .string(page.text)], TerminalText(trusted: page.text))
      return 0
    }
    let folder = (directory.hasSuffix("/") ? directory : directory + "/") + manual.folder
    for page in manual.pages { try save(page, to: folder) }
    let names = manual.pages.map(\.name)
    invocation.reportDone(
      ["ok": true, "directory": .string(folder), "files": .array(names.map { .string($0) })],
      Phrase("command.man.written", ["count": .number(names.count), "directory": .text(folder)]))
    return 0
  }

  private static func save(_ page: ManPage, to folder: String) throws(AuthError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(page.text.utf8).write(to: URL(filePath: folder + "/" + page.name), options: .atomic)
    } catch {
      throw AuthError(
        .storePermissions,
        "The page \(page.name) cannot be written to \(folder): \(error). Name a directory that this user may write to.")
    }
  }
}
