import AuthCore
import AuthTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// The account that `--account` names.
  static let accountOption = Option(
    "account", "ACCOUNT", "a stored account: its ID, its user's identifier, or a label KEY=VALUE", isShared: true)

  static let token = Command(
    "token", summary: "Print the token that the app's backend receives, renewed when due",
    discussion: """
      With --json, prints the token with the time of its expiry.
      """,
    options: [AccessToken.validityOption, accountOption]
  ) { (invocation) throws(AuthError) in
    try await invocation.withClient { (client) throws(AuthError) in
      let found = try await AccessToken.fetch(invocation, client)
      // This command exists to hand over the token.
      let text = found.token.revealText()
      var json: JSONObject = ["token": .string(text)]
      json["expiresAt"] = found.expiresAt.map { .string(ISO8601.encode($0)) }
      invocation.report(json, value: text)
      return 0
    }
  }
}
