import AuthCore
import AuthCrypto
import AuthSandbox
import AuthStorage
import AuthTesting
import AuthTurnkey
import AuthTurnkeyAPI
import HostileVendor
import Testing

/// Every response to the typed calls of the API, replaced by nonsense that arrives over a real connection.
@Suite struct TurnkeyClientHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.fixture()).faults().isEmpty)
  }

  private static func fixture() throws -> HostileFixture {
    let first = try Sandbox()
    try first.prepareKeys()
    let keyring = first.keyring
    var fixture = HostileFixture(
      ProviderFixture(.turnkey, providerID: "app", keys: { KeyRing(MemoryKeyStore()) }) { clock in
        let sandbox = try Sandbox(clock: clock, keyring: keyring)
        let block = try #require(sandbox.configuration["providers"]?["turnkey"]?.objectValue)
        return ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) { prompt, _ in
          if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
        }
      })
    // The provider's own suite has the others.
    fixture.hasCommonCeremonies = false
    fixture.ceremonies = users + credentials + wallets + bundles + sessions
    return fixture
  }

  /// A sub-organisation of the app's backend with one root user, who has a wallet.
  private struct Household: Sendable {
    let backend: TurnkeyClient
    let client: TurnkeyClient
    let user: String
    let wallet: CreatedWallet
    let key = P256.Signing.PrivateKey()

    init(_ run: HostileRun) async throws {
      let provider = try run.provider(as: TurnkeyProvider.self)
      let descriptor = try #require(run.sandbox.descriptor["turnkey"])
      backend = TurnkeyClient(
        organizationID: try descriptor.text("organizationId"),
        stamper: try APIKeyStamper(
          publicKeyHex: descriptor.text("apiPublicKey"), privateKeyHex: Secret(descriptor.text("apiPrivateKey"))),
        baseURL: provider.configuration.apiBaseURL, transport: run.transport, clock: run.clock,
        keys: provider.configuration.keys)
      let device = NewAPIKey(name: "device", publicKey: Hex.encode(Array(key.publicKey.compressedRepresentation)))
      let made = try await backend.createSubOrganization(
        NewSubOrganization(
          name: "Jane", rootUsers: [NewTurnkeyUser(name: "jane", email: "jane@example.org", apiKeys: [device])],
          wallet: NewWallet(name: "first", accounts: [.ethereum(), .solana()])))
      let stamper = try APIKeyStamper(
        publicKeyHex: device.publicKey, privateKeyHex: Secret(Hex.encode(Array(key.rawRepresentation))))
      client = backend.naming(organizationID: made.id).stamping(with: stamper)
      user = try #require(made.rootUserIDs.first)
      wallet = try #require(made.wallet)
    }
  }

  private static func call(
    _ name: String, _ body: @escaping @Sendable (Household) async throws -> Void
  ) -> HostileCeremony {
    HostileCeremony(name) { run in
      let household = try await Household(run)
      return { try await body(household) }
    }
  }

  private static func publicKey() -> String {
    Hex.encode(Array(P256.Signing.PrivateKey().publicKey.compressedRepresentation))
  }

  private static let users = [
    call("create a sub-organisation") { home in
      _ = try await home.backend.createSubOrganization(
        NewSubOrganization(
          name: "Joe",
          rootUsers: [
            NewTurnkeyUser(name: "joe", apiKeys: [NewAPIKey(name: "k", publicKey: publicKey())])
          ], wallet: NewWallet(name: "first", accounts: [.ethereum()])))
    },
    call("sub-organisations") { home in _ = try await home.backend.subOrganizations(.email("jane@example.org")) },
    call("verified sub-organisations") { home in
      _ = try await home.backend.verifiedSubOrganizations(.email("jane@example.org"))
    },
    call("who am I") { home in _ = try await home.client.whoAmI() },
    call("user") { home in _ = try await home.client.user(home.user) },
    call("users") { home in _ = try await home.client.users() },
    call("create users") { home in
      let key = NewAPIKey(name: "k", publicKey: publicKey())
      _ = try await home.client.createUsers([NewTurnkeyUser(name: "guest", apiKeys: [key])])
    },
    call("update a name") { home in try await home.client.updateName(of: home.user, to: "Jane Doe") },
    call("update an e-mail") { home in try await home.client.updateEmail(of: home.user, to: "doe@example.org") },
    call("update a phone") { home in try await home.client.updatePhoneNumber(of: home.user, to: "+15551234567") },
    call("policies") { home in
      _ = try await home.client.fetchOrCreatePolicies([NewPolicy(name: "stop", effect: .deny, notes: "")])
    },
    call("delegate") { home in
      _ = try await home.client.fetchOrCreateAPIKeyUser(publicKey: publicKey(), name: "delegate", keyName: "k")
    },
  ]

  private static let credentials = [
    call("authenticators") { home in _ = try await home.client.authenticators(of: home.user) },
    call("API keys") { home in _ = try await home.client.apiKeys(of: home.user) },
    call("create and delete API keys") { home in
      let ids = try await home.client.createAPIKeys([NewAPIKey(name: "k", publicKey: publicKey())], for: home.user)
      try await home.client.deleteAPIKeys(ids, of: home.user)
    },
    call("OAuth accounts") { home in _ = try await home.client.oauthProviders(of: home.user) },
    call("create and delete OAuth accounts") { home in
      let ids = try await home.client.createOAuthProviders(
        [
          NewOAuthAccount(
            name: "google", identity: .claims(issuer: "https://accounts.google.com", subject: "1", audience: "ios"))
        ], for: home.user)
      try await home.client.deleteOAuthProviders(ids, of: home.user)
    },
  ]

  private static let wallets = [
    call("wallets") { home in _ = try await home.client.wallets() },
    call("wallet accounts") { home in _ = try await home.client.walletAccounts(of: home.wallet.id) },
    call("create a wallet") { home in
      _ = try await home.client.createWallet(NewWallet(name: "second", accounts: [.ethereum()]))
    },
    call("create wallet accounts") { home in
      _ = try await home.client.createWalletAccounts([.ethereum(1)], in: home.wallet.id)
    },
    call("sign a payload") { home in
      _ = try await home.client.signRawPayload(
        Hex.encode(Array(SHA256.hash(data: [1]))), with: home.wallet.addresses[0], encoding: .hexadecimal, hash: .none)
    },
    call("sign a message") { home in
      _ = try await home.client.signMessage([1, 2], with: home.wallet.addresses[1], addressFormat: .solana)
    },
  ]

  private static let bundles = [
    call("export a wallet") { home in _ = try await home.client.exportWallet(home.wallet.id) },
    call("export a wallet account") { home in
      _ = try await home.client.exportWalletAccount(address: home.wallet.addresses[0])
    },
    HostileCeremony("import a wallet") { run in
      let home = try await Household(run)
      let mnemonic = try await home.client.exportWallet(home.wallet.id)
      return {
        _ = try await home.client.importWallet(
          mnemonic: mnemonic, name: "copy", accounts: [.ethereum()], user: home.user)
      }
    },
    call("import and export a private key") { home in
      let key = Secret(Array(P256.Signing.PrivateKey().rawRepresentation))
      let id = try await home.client.importPrivateKey(
        key, name: "loose", curve: .secp256k1, addressFormats: [.ethereum], user: home.user)
      _ = try await home.client.exportPrivateKey(id)
    },
  ]

  private static let sessions = [
    call("stamp log in") { home in _ = try await home.client.stampLogIn(publicKey: publicKey()) },
    call("read-only session") { home in _ = try await home.client.createReadOnlySession() },
    call("send a code") { home in
      _ = try await home.backend.sendCode(
        to: "jane@example.org", CodeParameters(appName: "App", length: 6, isAlphanumeric: false))
    },
    call("any activity") { home in
      let body = home.client.body(of: "update_user_name", ["userId": .string(home.user), "userName": "Again"])
      let activity = try await home.client.activity("update_user_name", body: body)
      _ = try await home.client.activity(id: activity.id)
      _ = try await home.client.factorStatuses(of: activity.id)
    },
  ]
}
