import AuthAccountDeletion
import AuthCore
import AuthTerminal
import AuthText
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let deleteAccount = Command(
    "delete-account", summary: "Delete the signed-in user's account, and all data about it on this device",
    discussion: """
      The account is deleted at the vendor, if the vendor allows it, or with --backend by the app's backend. The command
      asks for confirmation: an account cannot be restored.

      A deletion whose response was lost is pending; nothing is sent again without a confirmation. --pending lists such
      deletions, --confirm sends one, and --abandon abandons one. Every other use of the command first removes the data
      of accounts that are known to be deleted.
      """,
    options: [
      Option("backend", "URL", "send DELETE to this URL of the app's backend, instead of asking the vendor"),
      Option("revoke-apple", "URL", "first have the backend revoke the tokens of Sign in with Apple at this URL"),
      Option("apple-code", "CODE", "a new authorization code for --revoke-apple: -, @FILE or env:NAME"),
      Option("pending", nil, "list the deletions that are not complete"),
      Option("confirm", "ID", "send a pending deletion, again if it was sent before"),
      Option("abandon", "ID", "abandon a pending deletion"),
      Option("yes", nil, "do not ask for confirmation"),
    ]
  ) { (invocation) throws(AuthError) in
    let arguments = invocation.arguments
    guard
      [arguments.has("pending"), arguments.value("confirm") != nil, arguments.value("abandon") != nil]
        .filter(\.self).count <= 1
    else { throw AuthError(.invalidRequest, "Use only one of --pending, --confirm and --abandon.") }
    return try await invocation.withClient { (client) throws(AuthError) in
      if let id = arguments.value("abandon") {
        try await client.abandonAccountDeletion(id)
        invocation.reportDone(["ok": true, "id": .string(id)], Phrase("command.delete.abandoned"))
        return 0
      }
      var status: Int32 = 0
      for result in try await client.finishAccountDeletions() { status = max(status, show(result, invocation)) }
      if arguments.has("pending") {
        try await list(client, invocation)
        return status
      }
      let apple = try await revocation(invocation)
      if let id = arguments.value("confirm") {
        let pending = try await client.pendingAccountDeletions().first { $0.id == id }
        let question =
          pending.map { questionAbout($0.identifier ?? $0.subject, $0.providerID) }
          ?? Phrase("command.delete.questionPending", ["id": .text(id)])
        try await confirm(question, invocation)
        return show(try await client.confirmAccountDeletion(id, revoking: apple), invocation)
      }
      let provider = arguments.value("provider").map { ProviderID($0) }
      let session = try await client.session(provider: provider)
      let deletion = AccountDeletion(
        at: try url("backend", invocation).map { .backend($0) } ?? .vendor, revoking: apple)
      try await confirm(questionAbout(session.identifier ?? session.subject, session.providerID), invocation)
      return show(try await client.deleteAccount(deletion, account: session.id), invocation)
    }
  }

  private static func questionAbout(_ user: String, _ provider: ProviderID) -> Phrase {
    Phrase("command.delete.question", ["user": .text(user), "provider": .text(provider.rawValue)])
  }

  /// Asks at the terminal, unless `--yes` is given.
  ///
  /// - Throws: `invalid_request` if there is no terminal; `cancelled` for any answer other than `yes`, in English or in
  ///   the user's language.
  private static func confirm(_ question: Phrase, _ invocation: Invocation) async throws(AuthError) {
    guard !invocation.arguments.has("yes") else { return }
    guard Output.inputIsTerminal, !invocation.isJSON else {
      throw AuthError(.invalidRequest, "Nothing was deleted: a deletion needs a confirmation. Add --yes.")
    }
    let request = invocation.text(Phrase("command.delete.confirm"))
    Output.note(Layout.error.line(Style.error.bold(invocation.text(question)) + " " + request))
    let answer = await LineInput.next()?.trimmingBlanks
    guard answer == "yes" || answer == invocation.text(Phrase("command.delete.yes")).text else { throw .cancelled }
  }

  private static func revocation(
    _ invocation: Invocation
  ) async throws(AuthError) -> AccountDeletion.AppleRevocation? {
    let code = invocation.arguments.value("apple-code")
    switch (try url("revoke-apple", invocation), code) {
    case (nil, nil): return nil
    case (let url?, let code?):
      let secret = try await SecretArgument.resolve(code, option: "apple-code", environment: invocation.environment)
      return AccountDeletion.AppleRevocation(url: url, code: secret)
    default: throw AuthError(.invalidRequest, "Use --revoke-apple and --apple-code together.")
    }
  }

  private static func url(_ option: String, _ invocation: Invocation) throws(AuthError) -> URL? {
    guard let text = invocation.arguments.value(option) else { return nil }
    return try TransportRequest("POST", text).url
  }

  private static func list(_ client: AuthClient, _ invocation: Invocation) async throws(AuthError) {
    let pending = try await client.pendingAccountDeletions()
    if pending.isEmpty, !invocation.isJSON { invocation.note(Phrase("command.delete.none")) }
    for deletion in pending {
      let stage =
        switch deletion.stage {
        case .notSent: "notSent"
        case .unknown: "unknown"
        case .deleted: "deleted"
        }
      invocation.report(
        [
          "id": .string(deletion.id), "provider": .string(deletion.providerID.rawValue),
          "subject": .string(deletion.subject), "startedAt": .string(ISO8601.encode(deletion.startedAt)),
          "stage": .string(stage),
        ],
        "\(deletion.id)  \(deletion.identifier ?? deletion.subject)  "
          + Style.output.dim(
            invocation.text(
              Phrase(
                "command.delete.pending",
                [
                  "provider": .text(deletion.providerID.rawValue), "date": .text(ISO8601.encode(deletion.startedAt)),
                  "stage": .phrase(Phrase("command.delete.stage.\(stage)")),
                ]))))
    }
  }

  /// Prints a result, and returns the exit status.
  private static func show(_ result: AccountDeletionResult, _ invocation: Invocation) -> Int32 {
    for error in result.unreported {
      invocation.warn(Phrase("command.delete.credentialLeft", ["message": .text(error.message)]))
    }
    if result.leavesUnownedCredentials {
      invocation.warn(Phrase("command.delete.unowned"))
    }
    var json: JSONObject = [
      "ok": .bool(result.isComplete), "id": .string(result.id), "provider": .string(result.providerID.rawValue),
      "subject": .string(result.subject), "leavesUnownedCredentials": .bool(result.leavesUnownedCredentials),
    ]
    switch result.status {
    case .complete:
      json["status"] = "complete"
      invocation.reportDone(json, Phrase("command.delete.complete"))
      return 0
    case .dataLeft(let errors):
      json["status"] = "dataLeft"
      json["errors"] = .array(errors.map { .object(Failure.json($0)) })
      for error in errors { invocation.warn(Phrase("command.delete.dataIsLeft", ["message": .text(error.message)])) }
      invocation.report(json, Layout.output.line(invocation.text(Phrase("command.delete.dataLeft"))))
      return errors.first?.code.exitStatus ?? 0
    case .unknown(let error):
      json["status"] = "unknown"
      json["errors"] = [.object(Failure.json(error))]
      let unknown = Phrase("command.delete.unknown", ["message": .text(error.message), "id": .text(result.id)])
      invocation.report(json, Layout.output.line(invocation.text(unknown)))
      return error.code.exitStatus
    }
  }
}
