import AuthAccountDeletion
import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let sessions = Command(
    "sessions", operands: "[list | ACTION ACCOUNT [KEY=VALUE]]", operandCount: 0...3,
    summary: "List the stored sessions, or work with one",
    discussion: """
      Actions on one session:
        use ACCOUNT              select it for its provider
        token ACCOUNT            print its token, renewed when due
        refresh ACCOUNT          renew it now
        label ACCOUNT KEY=VALUE  give it a label; an empty value removes the label
        remove ACCOUNT           delete it, its keys and its user's history on this machine; tell no server
      ACCOUNT is the ID of a session, its user's identifier, name or ID at the vendor, or a label KEY=VALUE. If it can mean
      several accounts, add --provider. 'sign-out ACCOUNT' also ends the session at its server.
      """,
    nextOperand: { typed in
      if typed.isEmpty { return .words(["list"] + sessionActions) }
      return typed.count == 1 && typed[0] != "list" ? .found(.accounts) : nil
    }
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let action = invocation.arguments.operand(0) ?? "list"
      var id: SessionID?
      if sessionActions.contains(action), let name = invocation.arguments.operand(1) {
        id = try await invocation.session(named: name, client)
      }
      switch (action, id) {
      case ("list", nil) where invocation.arguments.operand(1) != nil: throw wrongOperands
      case ("list", nil): try await list(client, invocation)
      case ("use", let id?):
        try await client.select(id)
        invocation.reportDone(
          ["ok": true, "sessionID": .string(id.rawValue)],
          Phrase("command.sessions.selected", ["id": .text(id.rawValue)]))
      case ("token", let id?):
        let token = try await client.account(id).token().revealText()
        invocation.report(["token": .string(token)], value: token)
      case ("refresh", let id?):
        let session = try await client.account(id).refresh()
        invocation.reportDone(SessionReport.json(session), SessionReport.renewed(session))
      case ("label", let id?):
        let account = try await client.account(id)
        let labelled = try await account.label(try tags(account.tags, invocation.arguments.operand(2)))
        let text = SessionReport.labels(labelled.tags)
        invocation.reportDone(
          ["ok": true, "tags": .object(JSONObject(labelled.tags.map { ($0.key, .string($0.value)) }))],
          text.isEmpty ? Phrase("command.sessions.noLabels") : .verbatim(text))
      case ("remove", let id?):
        let removed = try await remove(id, client)
        invocation.note(SessionReport.validity(removed, now: Date()))
        invocation.reportDone(
          ["ok": true, "sessionID": .string(id.rawValue), "unrevoked": .array([.string(id.rawValue)])],
          Phrase("command.sessions.removed", ["id": .text(id.rawValue)]))
      default: throw wrongOperands
      }
      return 0
    }
  }

  /// The actions of `sessions` on one session.
  private static let sessionActions = ["use", "token", "refresh", "label", "remove"]

  private static var wrongOperands: AuthError {
    AuthError(
      .invalidRequest,
      "These operands are not an action of 'sessions'. Use 'sessions list', or 'sessions ACTION ACCOUNT' with one of the "
        + "actions \(sessionActions.joined(separator: ", ")).")
  }

  /// The labels after `KEY=VALUE` was set, or after `KEY` was removed if the value is empty.
  ///
  /// - Throws: `invalid_request` when `text` is nil, has no equals sign, or has no key before it.
  private static func tags(
    _ known: [String: String], _ text: String?
  ) throws(AuthError) -> [String: String] {
    guard let text, let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw AuthError(
        .invalidRequest,
        (text.map { "'\($0)' is not a label, which has the form KEY=VALUE." } ?? "The label KEY=VALUE is missing.")
          + " Write, for example, work=yes; 'work=' removes the label 'work'.")
    }
    let value = String(text[text.index(after: equals)...])
    var tags = known
    tags[String(text[..<equals])] = value.isEmpty ? nil : value
    return tags
  }

  private static func list(_ client: AuthClient, _ invocation: Invocation) async throws(AuthError) {
    let stored = try await client.storedSessions()
    if stored.sessions.isEmpty, stored.unreadable.isEmpty, !invocation.isJSON {
      invocation.note(Phrase("command.sessions.none"))
    }
    let headings = ["account", "provider", "expires", "id"].map {
      invocation.text(Phrase("command.sessions.heading.\($0)"))
    }
    var table = TextTable(["  " + headings[0]] + headings.dropFirst())
    for session in stored.sessions {
      var isSelected = false
      do throws(AuthError) {
        isSelected = try await client.storedSession(provider: session.providerID)?.id == session.id
      } catch  where error.code == .providerNotLinked || error.code == .invalidConfiguration {
        // A session whose provider is not linked, or not in this configuration, is listed as not selected.
      }
      var json = SessionReport.json(session)
      json["selected"] = .bool(isSelected)
      if !session.tags.isEmpty { json["tags"] = .object(JSONObject(session.tags.map { ($0.key, .string($0.value)) })) }
      guard Output.outputIsTerminal, !invocation.isJSON else {
        let end =
          session.expiresAt.map {
            "  " + invocation.text(Phrase("command.sessions.until", ["date": .text(ISO8601.encode($0))]))
          } ?? ""
        let name = session.identifier ?? session.subject
        invocation.report(
          json, "\(isSelected ? "●" : "○") \(session.id)  \(session.providerID)  \(name)\(end)")
        continue
      }
      table.add(row(session, isSelected: isSelected, invocation))
    }
    for line in table.rows.isEmpty ? [] : table.lines(columns: Layout.output.columns, heading: Style.output.dim) {
      Output.line(line)
    }
    // The readable sessions have been listed. The first error of the unreadable ones is thrown, for the exit status.
    for error in stored.unreadable.dropFirst() { invocation.warn(.verbatim(error.message)) }
    if let error = stored.unreadable.first { throw error }
  }

  /// Deletes a session on this machine, and returns it as it was.
  private static func remove(_ id: SessionID, _ client: AuthClient) async throws(AuthError) -> Session {
    guard let session = try await client.account(id).storedSession() else {
      throw AuthError(.notSignedIn, "There is no session \(id). 'latchkey sessions' lists the stored ones.")
    }
    try await client.erase(session)
    try await client.eraseHistory(of: session)
    return session
  }

  private static func row(_ session: Session, isSelected: Bool, _ invocation: Invocation) -> [TextTable.Cell] {
    let style = Style.output
    let isOver = session.expiresAt.map { $0 <= Date() } ?? false
    let expiry = session.expiresAt.map { invocation.text(RelativeTime.phrase($0, now: Date())) } ?? "–"
    let labels = SessionReport.labels(session.tags)
    let name: TerminalText =
      "\(isSelected ? "●" : "○") \(session.identifier ?? session.subject)\(labels.isEmpty ? "" : " " + labels)"
    return [
      isSelected ? TextTable.Cell(name) { style.green($0) } : TextTable.Cell(name),
      TextTable.Cell("\(session.providerID)"),
      isOver ? TextTable.Cell(expiry) { style.yellow($0) } : TextTable.Cell(expiry),
      TextTable.Cell("\(session.id)") { style.dim($0) },
    ]
  }
}
