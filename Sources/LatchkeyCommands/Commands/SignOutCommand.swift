import AuthCore
import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let signOut = Command(
    "sign-out", operands: "[ID]", operandCount: 0...1,
    summary: "Sign out: delete the session here, then tell the server",
    discussion: """
      Without ID, the session in use ends. ID is a session as 'sessions' lists it.
      """,
    options: [
      Option("all", nil, "sign out of every stored session of the linked providers"),
      Option("forget-device", nil, "also delete device trust and push credentials"),
    ]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let options = SignOutOptions(
        scope: invocation.arguments.has("all") ? .all : .selected,
        forgetDevice: invocation.arguments.has("forget-device"))
      let provider = invocation.arguments.value("provider").map { ProviderID($0) }
      let account = invocation.arguments.operand(0).map { SessionID($0) }
      guard account == nil || options.scope == .selected else {
        throw AuthError(.invalidRequest, "Use ID or --all, not both.")
      }
      let result =
        if let account {
          try await client.signOut(account: account, options: options)
        } else {
          try await client.signOut(options, provider: options.scope == .all ? nil : provider)
        }
      for redirect in result.redirects {
        Output.note("Open \(redirect.url.absoluteString) to end the session at the identity provider.")
      }
      for (id, error) in result.unrevoked {
        Output.note(
          Style.error.yellow("warning: ") + "the sign-out of \(id) was not reported to the server: \(error.message)")
      }
      for (id, error) in result.unforgotten {
        Output.note(Style.error.yellow("warning: ") + "'\(id)' may still trust this device: \(error.message)")
      }
      for (id, error) in result.undeleted {
        Output.note(Style.error.yellow("warning: ") + "\(id) is still signed in: \(error.message)")
      }
      for error in result.unreadable {
        Output.note(Style.error.yellow("warning: ") + "a stored session was left as it is: \(error.message)")
      }
      invocation.report(
        [
          "ok": .bool(result.undeleted.isEmpty),
          "redirects": .array(result.redirects.map { .string($0.url.absoluteString) }),
          "undeleted": .array(result.undeleted.keys.map { .string($0.rawValue) }),
          "unrevoked": .array(result.unrevoked.keys.map { .string($0.rawValue) }),
          "unforgotten": .array(result.unforgotten.keys.map { .string($0.rawValue) }),
          "unreadable": .array(result.unreadable.map { .string($0.code.rawValue) }),
        ],
        result.undeleted.isEmpty
          ? Style.output.green("✓ ") + "Signed out"
          : "Some sessions are still signed in, as the warnings say. Run the command again with --all to end them.")
      if let (_, error) = result.undeleted.first { return error.code.exitStatus }
      if options.scope == .selected { try await noteWhoIsLeft(client) }
      return 0
    }
  }

  /// Names the user who is still signed in: a sign-out does not select another session of the same provider, but a
  /// fallback provider's session may be active.
  private static func noteWhoIsLeft(_ client: AuthClient) async throws(AuthError) {
    guard let session = try await client.storedSession() else { return }
    Output.note(
      "\(session.identifier ?? session.subject) is still signed in with '\(session.providerID)'; "
        + "--all ends every session.")
  }
}
