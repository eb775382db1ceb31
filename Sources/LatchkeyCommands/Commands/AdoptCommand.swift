import AuthAdoption
import AuthAuthsignal
import AuthAuthsignalAdoption
import AuthCore
import AuthTerminal
import AuthText
import AuthTurnkey
import AuthTurnkeyAdoption
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let adopt = Command(
    "adopt", operands: "DIRECTORY", operandCount: 1...1,
    summary: "Take over what a vendor's own SDK stored on a device",
    discussion: """
      DIRECTORY has copies of the app's data: 'preferences.plist', the file of its user defaults, and 'keychain.json',
      its keychain items. Both are described in Documentation/Migrating/Turnkey.md. Each entry is printed with what
      happened to it. An entry is removed from the copies once its replacement is stored.

      Keys that cannot be copied are used where they are. For this, the configuration has
      "storage": {"adopted": {"directory": DIRECTORY}}.
      """,
    options: [Option("keep", nil, "leave the copies as they are")],
    nextOperand: { $0.isEmpty ? .found(.files) : nil }
  ) { (invocation) throws(AuthError) in
    let directory = SDKDirectory(absolute(invocation.arguments.operand(0) ?? ""))
    let keeps = invocation.arguments.has("keep")
    return try await invocation.withClient { (client) throws(AuthError) in
      let id = invocation.arguments.value("provider").map { ProviderID($0) }
      let report: AdoptionReport
      switch try client.provider(id) {
      case is TurnkeyProvider:
        report = try await client.adopt(TurnkeyAdoption(from: directory, keepsOld: keeps), provider: id)
      case is AuthsignalProvider:
        report = try await client.adopt(AuthsignalAdoption(from: directory, keepsOld: keeps), provider: id)
      case let other:
        throw AuthError(
          .unsupported,
          "'\(other.id)' is of a vendor whose SDK stores nothing that can be taken over. Its users have to sign in "
            + "again.")
      }
      if report.entries.isEmpty, !invocation.isJSON {
        invocation.note(Phrase("command.adopt.nothing"))
      }
      for entry in report.entries { show(entry, invocation) }
      return report.failures.first?.code.exitStatus ?? 0
    }
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  private static func show(_ entry: AdoptionReport.Entry, _ invocation: Invocation) {
    let style = Style.output
    var json: JSONObject = ["entry": .string(entry.name)]
    let text: TerminalText
    switch entry.outcome {
    case .session(let session):
      json["outcome"] = "session"
      json["sessionID"] = .string(session.id.rawValue)
      json["subject"] = .string(session.subject)
      text = style.green(
        invocation.text(Phrase("command.adopt.signedIn", ["subject": .text(session.subject)])))
    case .stored:
      json["outcome"] = "stored"
      text = style.green(invocation.text(Phrase("command.adopt.stored")))
    case .known:
      json["outcome"] = "known"
      text = invocation.text(Phrase("command.adopt.known"))
    case .useless(let error):
      json["outcome"] = "useless"
      json["code"] = .string(error.code.rawValue)
      text = style.dim(invocation.text(Phrase("command.adopt.useless"))) + ": \(error.message)"
    case .failed(let error):
      json["outcome"] = "failed"
      json["code"] = .string(error.code.rawValue)
      text = style.yellow("\(error.code)") + ": \(error.message)"
    }
    invocation.report(json, Layout.output.line("\(entry.name): " + text, indent: 2))
  }
}
