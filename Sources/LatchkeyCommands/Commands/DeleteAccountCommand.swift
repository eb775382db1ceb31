import AuthAccountDeletion
import AuthCore
import AuthTerminal
import AuthText

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
        invocation.report(
          ["ok": true, "id": .string(id)],
          Style.output.green("✓ ") + "Abandoned the deletion; nothing is sent for it any more")
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
        let user = pending.map { "\($0.identifier ?? $0.subject) at '\($0.providerID)'" } ?? "the deletion \(id)"
        try await confirm("Delete the account of \(user)? It cannot be restored.", invocation)
        return show(try await client.confirmAccountDeletion(id, revoking: apple), invocation)
      }
      let provider = arguments.value("provider").map { ProviderID($0) }
      let session = try await client.session(provider: provider)
      let deletion = AccountDeletion(
        at: try url("backend", invocation).map { .backend($0) } ?? .vendor, revoking: apple)
      try await confirm(
        "Delete the account of \(session.identifier ?? session.subject) at '\(session.providerID)'? It cannot be "
          + "restored.", invocation)
      return show(try await client.deleteAccount(deletion, account: session.id), invocation)
    }
  }

  /// Asks at the terminal, unless `--yes` is given.
  ///
  /// - Throws: `invalid_request` if there is no terminal; `cancelled` for any answer other than `yes`.
  private static func confirm(_ question: String, _ invocation: Invocation) async throws(AuthError) {
    guard !invocation.arguments.has("yes") else { return }
    guard Output.inputIsTerminal, !invocation.isJSON else {
      throw AuthError(.invalidRequest, "Nothing was deleted: a deletion needs a confirmation. Add --yes.")
    }
    Output.note(Style.error.bold("\(question)") + " Enter 'yes' to delete the account:")
    guard await LineInput.next()?.trimmingBlanks == "yes" else { throw .cancelled }
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
    if pending.isEmpty, !invocation.isJSON { Output.note("No deletion is pending.") }
    for deletion in pending {
      let stage: (name: String, text: String) =
        switch deletion.stage {
        case .notSent: ("notSent", "was not sent; the account exists")
        case .unknown: ("unknown", "was sent; it is not known whether the account is deleted")
        case .deleted: ("deleted", "the account is deleted; data about it is left on this device")
        }
      invocation.report(
        [
          "id": .string(deletion.id), "provider": .string(deletion.providerID.rawValue),
          "subject": .string(deletion.subject), "startedAt": .string(ISO8601.encode(deletion.startedAt)),
          "stage": .string(stage.name),
        ],
        "\(deletion.id)  \(deletion.identifier ?? deletion.subject)  "
          + Style.output.dim("\(deletion.providerID), begun \(ISO8601.encode(deletion.startedAt)): \(stage.text)"))
    }
  }

  /// Prints a result, and returns the exit status.
  private static func show(_ result: AccountDeletionResult, _ invocation: Invocation) -> Int32 {
    for error in result.unreported {
      Output.note(
        Style.error.yellow("warning: ") + "a server did not remove a credential of this device: \(error.message)")
    }
    if result.leavesUnownedCredentials {
      Output.note(
        Style.error.yellow("warning: ") + "credentials of this device are left, because it is not known whose they are. "
          + "While no user is signed in, 'latchkey sign-out --forget-device' removes them.")
    }
    var json: JSONObject = [
      "ok": .bool(result.isComplete), "id": .string(result.id), "provider": .string(result.providerID.rawValue),
      "subject": .string(result.subject), "leavesUnownedCredentials": .bool(result.leavesUnownedCredentials),
    ]
    switch result.status {
    case .complete:
      json["status"] = "complete"
      invocation.report(json, Style.output.green("✓ ") + "Deleted the account, and all data about it on this device")
      return 0
    case .dataLeft(let errors):
      json["status"] = "dataLeft"
      json["errors"] = .array(errors.map { .object(Failure.json($0)) })
      for error in errors { Output.note(Style.error.yellow("warning: ") + "data is left: \(error.message)") }
      invocation.report(
        json, "The account is deleted. Run 'latchkey delete-account --pending' to delete the data that is left.")
      return errors.first?.code.exitStatus ?? 0
    case .unknown(let error):
      json["status"] = "unknown"
      json["errors"] = [.object(Failure.json(error))]
      invocation.report(
        json,
        "It is not known whether the account is deleted: \(error.message) Run 'latchkey delete-account --confirm "
          + "\(result.id)' to send the deletion again, or --abandon to abandon it.")
      return error.code.exitStatus
    }
  }
}
