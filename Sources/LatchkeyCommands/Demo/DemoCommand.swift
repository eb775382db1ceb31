import AuthCore
import AuthRuntime
import AuthSandbox
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let demo = Command(
    "demo", summary: "Run one app that signs in through every vendor, against a local sandbox",
    discussion: """
      Starts the sandbox, writes one configuration file, and runs the same app code once per provider. Only `provider`
      changes. Codes are read from the sandbox's outbox. Ends with a table; the exit status is 0 if every row is ok.
      """
  ) { (invocation) throws(AuthError) in
    let directory = try temporaryDirectory()
    defer { removeDirectory(directory) }
    let sandbox = try DemoSandbox(directory: directory)
    Output.note(
      Style.error.bold(invocation.text(Phrase("command.demo.sandbox", ["url": .text(sandbox.baseURL)]))))
    var rows: [DemoRow] = []
    for plugin in LinkedProviders.plugins {
      let row = await Demonstration(sandbox: sandbox, invocation: invocation).run(ProviderID(plugin.type))
      rows.append(row)
      if invocation.isJSON { Output.json(.object(row.json)) }
    }
    if !invocation.isJSON {
      Output.line("\n" + DemoRow.table(rows, invocation.text, style: .output, columns: Layout.output.columns))
    }
    await sandbox.server.stop()
    return rows.allSatisfy(\.isOK) && !rows.isEmpty ? 0 : rows.compactMap(\.error).first?.code.exitStatus ?? 70
  }

  private static func temporaryDirectory() throws(AuthError) -> String {
    let name = "latchkey-demo-" + SystemRandomSource().token(byteCount: 9)
    let path = FileManager.default.temporaryDirectory.appending(path: name).path
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw AuthError(
        .storePermissions,
        "The directory \(path) cannot be created: \(error). Set TMPDIR to a directory that this user may write to, on "
          + "a disk that is not full.")
    }
    return path
  }

  /// Removes the directory. A failure is ignored: it only leaves files in the system's temporary directory.
  private static func removeDirectory(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
