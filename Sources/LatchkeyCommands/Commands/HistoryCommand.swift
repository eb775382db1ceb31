import AuthCore
import AuthTerminal
import AuthUI

extension Command {
  static let history = Command(
    "history", summary: "Show when and why sessions began and ended on this device",
    discussion: """
      For each user of the configured providers, or of --provider alone: when sessions began, how they ended, which
      program ended them, and which errors prevented their use. The history is kept after a sign-out.
      'sessions remove' and 'sign-out --forget-device' delete it. It holds no secret.
      """,
    options: [Option("account", "ACCOUNT", "show only this user, by a session's ID, which may have ended, or by name")]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      var histories = try await client.histories(
        provider: invocation.arguments.value("provider").map { ProviderID($0) })
      if let name = invocation.arguments.value("account") { histories = try await named(name, histories, client) }
      if histories.allSatisfy(\.entries.isEmpty), !invocation.isJSON { invocation.note(Phrase("command.history.none")) }
      for history in histories { show(history, invocation) }
      return 0
    }
  }

  /// The history of a session's user, or of the users with this identifier or this ID at the vendor.
  private static func named(
    _ name: String, _ histories: [AccountHistory], _ client: AuthClient
  ) async throws(AuthError) -> [AccountHistory] {
    let named = histories.filter { history in
      [history.identifier, history.subject].contains { $0?.hasSameBytes(as: name) == true }
    }
    return named.isEmpty ? [try await client.history(for: SessionID(name))] : named
  }

  private static func show(_ history: AccountHistory, _ invocation: Invocation) {
    let style = Style.output
    if !invocation.isJSON, !history.entries.isEmpty {
      Output.line(
        Layout.output.line(
          "\(style.bold("\(history.identifier ?? history.subject)"))  \(history.providerID)", indent: 2))
    }
    for entry in history.entries {
      invocation.report(
        json(entry, of: history),
        Layout.output.line(
          "  \(ISO8601.encode(entry.date))  \(words(entry, history.providerID, invocation))"
            + style.dim("  \(entry.session)" + (entry.program.map { " · \($0)" } ?? "")), indent: 24))
    }
  }

  private static func json(_ entry: AccountHistory.Entry, of history: AccountHistory) -> JSONObject {
    var json: JSONObject = [
      "provider": .string(history.providerID.rawValue), "subject": .string(history.subject),
      "identifier": history.identifier.map(JSONValue.string) ?? .null, "sessionID": .string(entry.session.rawValue),
      "at": .string(ISO8601.encode(entry.date)), "event": .string(entry.event.name),
    ]
    switch entry.event {
    case .refused(let refuser, let code, let vendorCode):
      json["by"] = .string(refuser.rawValue)
      json["code"] = .string(code.rawValue)
      json["vendorCode"] = vendorCode.map(JSONValue.string)
    case .trouble(let code): json["code"] = .string(code.rawValue)
    case .mismatched(let field): json["field"] = .string(field)
    case .signedIn, .signedOut, .replaced, .vanished, .expired, .other: break
    }
    json["program"] = entry.program.map(JSONValue.string)
    return json
  }

  private static func words(_ entry: AccountHistory.Entry, _ provider: ProviderID, _ invocation: Invocation)
    -> TerminalText
  {
    let style = Style.output
    func text(_ name: String, _ arguments: [String: Phrase.Argument] = [:]) -> TerminalText {
      invocation.text(Phrase("command.history." + name, arguments))
    }
    return switch entry.event {
    case .signedIn: style.green(text("signedIn"))
    case .signedOut: text("signedOut")
    case .replaced: text("replaced")
    case .vanished: style.yellow(text("vanished"))
    case .refused(let refuser, let code, let vendorCode):
      style.yellow(
        refuser == .app ? text("refusedByApp") : text("refused", ["provider": .text(provider.rawValue)]))
        + " (\([code.rawValue, vendorCode].compactMap(\.self).joined(separator: ", ")))"
    case .expired: style.yellow(text("expired"))
    case .mismatched(let field): style.yellow(text("mismatched", ["field": .text(field)]))
    case .trouble(let code): style.yellow(text("trouble")) + " (\(code))"
    case .other(let name): "\(name)"
    }
  }
}
