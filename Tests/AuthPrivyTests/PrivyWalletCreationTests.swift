import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthPrivy

/// Wallets that a sign-in creates, by the setting `createOnLogin`.
@Suite struct PrivyWalletCreationTests {
  private func creation(_ block: JSONObject) throws -> PrivyWalletCreation {
    try PrivyWalletCreation(reading: ConfigurationReader(block, path: "$", sources: ConfigurationSources()))
  }

  private func user(_ wallets: [(chain: String, isEmbedded: Bool)]) throws -> PrivyUser {
    let accounts = wallets.map { wallet -> JSONValue in
      var account: JSONObject = ["type": "wallet", "address": "a", "chain_type": .string(wallet.chain)]
      if wallet.isEmbedded {
        account["wallet_client_type"] = "privy"
        account["connector_type"] = "embedded"
      }
      return .object(account)
    }
    return try PrivyUser(json: ["id": "did:privy:c", "linked_accounts": .array(accounts)])
  }

  @Test("P63: missing wallets are determined per chain")
  func createsMissingWalletsPerChain() throws {
    let cases: [(JSONObject, [(chain: String, isEmbedded: Bool)], [String])] = [
      ([:], [], []), (["ethereum": "off", "solana": "off"], [], []),
      (["ethereum": "users-without-wallets"], [], ["ethereum"]),
      (["ethereum": "users-without-wallets"], [("solana", false)], ["ethereum"]),
      (["ethereum": "users-without-wallets"], [("ethereum", false)], []),
      (["ethereum": "users-without-wallets"], [("ethereum", true)], []),
      (["ethereum": "all-users"], [("ethereum", false)], ["ethereum"]),
      (["ethereum": "all-users"], [("solana", true)], ["ethereum"]),
      (["ethereum": "all-users"], [("ethereum", true)], []),
      (["ethereum": "all-users", "solana": "all-users"], [], ["ethereum", "solana"]),
      (["ethereum": "users-without-wallets", "solana": "all-users"], [("solana", true)], ["ethereum"]),
    ]
    for (block, wallets, expected) in cases {
      #expect(try creation(block).missing(for: user(wallets)) == expected, "\(JSONValue.object(block).serializedText)")
    }
  }

  @Test func signInCreatesWalletsOnce() async throws {
    let app = try SandboxedApp(["createOnLogin": ["ethereum": "all-users", "solana": "users-without-wallets"]])
    let (session, _) = try await app.signIn()
    let chains = session.privyUser?.linkedAccounts.compactMap { account -> String? in
      if case .wallet(let wallet) = account.kind, wallet.isEmbedded { wallet.chainType } else { nil }
    }
    #expect(chains == ["ethereum", "solana"])
    #expect(try await app.client.storedSession() == session)
    let again = try await app.signIn()
    #expect(again.session.privyUser?.linkedAccounts.count == 3)
    #expect(try app.sandbox.requestCount("/api/v1/wallets") == 2)
  }

  @Test func failedCreationDoesNotFailTheSignIn() async throws {
    let app = try SandboxedApp(["createOnLogin": ["ethereum": "all-users"]])
    app.transport.add(Fault(.status(503), path: "/api/v1/wallets"))
    let (session, _) = try await app.signIn()
    #expect(session.privyUser?.linkedAccounts.count == 1)
    app.transport.heal()
    #expect(try await app.signIn().session.privyUser?.linkedAccounts.count == 2)
  }
}
