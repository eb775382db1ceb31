import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let approve = Command(
    "approve", operands: "[ID]", operandCount: 0...1, summary: "Approve or deny a sign-in on another device",
    discussion: """
      Without ID: list the sign-ins that are waiting for this device. With ID, which can be the text of a QR code:
      approve that sign-in, or deny it with --deny. No user has to be signed in, but the device must have an enrolled
      credential ('enroll push', 'enroll qr').
      """,
    options: [
      Option("number", "NUMBER", "the number that the other device shows"),
      Option("deny", nil, "deny the sign-in"),
    ]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      guard let approving = try client.provider() as? any ChallengeApproving else {
        throw AuthError(
          .unsupported,
          "The provider '\(client.configuration.provider)' does not support the approval of sign-ins. Select another "
            + "with --provider.")
      }
      guard let id = invocation.arguments.operand(0) else {
        try await list(approving, invocation)
        return 0
      }
      let isDenied = invocation.arguments.has("deny")
      if isDenied {
        try await approving.deny(id)
      } else {
        try await approving.approve(id, number: invocation.arguments.value("number"))
      }
      invocation.reportDone(
        ["ok": true, "id": .string(id), "decision": .string(isDenied ? "deny" : "approve")],
        Phrase(isDenied ? "command.approve.denied" : "command.approve.approved"))
      return 0
    }
  }

  private static func list(_ approving: any ChallengeApproving, _ invocation: Invocation) async throws(AuthError) {
    let pending = try await approving.pending()
    if pending.isEmpty, !invocation.isJSON { invocation.note(Phrase("command.approve.none")) }
    for challenge in pending {
      var json: JSONObject = ["id": .string(challenge.id), "needsNumber": .bool(challenge.needsNumber)]
      json["action"] = challenge.action.map { .string($0) }
      json["origin"] = challenge.origin.map { .string($0) }
      json["expiresAt"] = challenge.expiresAt.map { .string(ISO8601.encode($0)) }
      let number = invocation.text(Phrase("command.approve.needsNumber"))
      let details: [TerminalText?] = [
        challenge.action.map { "\($0)" }, challenge.origin.map { "\($0)" }, challenge.needsNumber ? number : nil,
      ]
      invocation.report(
        json, "\(challenge.id)  " + Style.output.dim(details.compactMap(\.self).joined(separator: "  ")))
    }
  }
}
