import AuthCore
import AuthTerminal
import AuthUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let signOut = Command(
    "sign-out", operands: "[ACCOUNT]", operandCount: 0...1,
    summary: "Sign out: delete the session here, then tell the server",
    discussion: """
      Without ACCOUNT, the session in use ends. ACCOUNT is a stored session, as for 'sessions'.
      """,
    options: [
      Option("all", nil, "sign out of every stored session of the linked providers"),
      Option("forget-device", nil, "also delete device trust and push credentials"),
    ],
    nextOperand: { $0.isEmpty ? .found(.accounts) : nil }
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let options = SignOutOptions(
        scope: invocation.arguments.has("all") ? .all : .selected,
        forgetDevice: invocation.arguments.has("forget-device"))
      let provider = invocation.arguments.value("provider").map { ProviderID($0) }
      let name = invocation.arguments.operand(0)
      guard name == nil || options.scope == .selected else {
        throw AuthError(.invalidRequest, "Use ACCOUNT or --all, not both.")
      }
      let result =
        if let name {
          try await client.signOut(account: invocation.session(named: name, client), options: options)
        } else {
          try await client.signOut(options, provider: options.scope == .all ? nil : provider)
        }
      for redirect in result.redirects {
        invocation.note(Phrase("command.signOut.page", ["url": .text(redirect.url.absoluteString)]))
      }
      func warn(_ name: String, _ id: String?, _ error: AuthError) {
        var arguments: [String: Phrase.Argument] = ["message": .text(error.message)]
        arguments["id"] = id.map { .text($0) }
        invocation.warn(Phrase("command.signOut." + name, arguments))
      }
      for (id, error) in result.unrevoked { warn("unrevoked", id.rawValue, error) }
      for (id, error) in result.unforgotten { warn("unforgotten", id.rawValue, error) }
      for (id, error) in result.undeleted { warn("undeleted", id.rawValue, error) }
      for error in result.unreadable { warn("unreadable", nil, error) }
      let isDone = result.undeleted.isEmpty
      let text = invocation.text(Phrase(isDone ? "command.signOut.done" : "command.signOut.incomplete"))
      invocation.report(
        [
          "ok": .bool(isDone),
          "redirects": .array(result.redirects.map { .string($0.url.absoluteString) }),
          "undeleted": .array(result.undeleted.keys.map { .string($0.rawValue) }),
          "unrevoked": .array(result.unrevoked.keys.map { .string($0.rawValue) }),
          "unforgotten": .array(result.unforgotten.keys.map { .string($0.rawValue) }),
          "unreadable": .array(result.unreadable.map { .string($0.code.rawValue) }),
        ],
        Layout.output.line(isDone ? Style.output.green("✓ ") + text : text))
      if let (_, error) = result.undeleted.first { return error.code.exitStatus }
      if options.scope == .selected { try await noteWhoIsLeft(client, invocation) }
      return 0
    }
  }

  /// Names the user who is still signed in: a sign-out does not select another session of the same provider, but a
  /// fallback provider's session may be active.
  private static func noteWhoIsLeft(_ client: AuthClient, _ invocation: Invocation) async throws(AuthError) {
    guard let session = try await client.storedSession() else { return }
    invocation.note(
      Phrase(
        "command.signOut.left",
        [
          "user": .text(session.identifier ?? session.subject), "provider": .text(session.providerID.rawValue),
        ]))
  }
}
