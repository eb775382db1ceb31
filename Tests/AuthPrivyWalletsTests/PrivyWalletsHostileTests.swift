import AuthCore
import AuthPrivy
import AuthPrivyWallets
import AuthSandbox
import AuthTesting
import HostileVendor
import Testing

/// Every response to the calls for wallets, replaced by nonsense that arrives over a real connection.
@Suite struct PrivyWalletsHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.fixture()).faults().isEmpty)
  }

  private static func fixture() throws -> HostileFixture {
    let first = try Sandbox()
    try first.prepareKeys()
    let keyring = first.keyring
    var fixture = HostileFixture(
      ProviderFixture(
        .privy, providerID: "app", request: FlowRequest(identifier: "jane@example.com", method: .emailOTP)
      ) { clock in
        let sandbox = try Sandbox(clock: clock, keyring: keyring)
        let block = try #require(sandbox.configuration["providers"]?["privy"]?.objectValue)
        var server = ConformanceServer(SandboxTransport(sandbox: sandbox, clock: clock), configuration: block) {
          prompt, _ in
          if case .enterCode = prompt { .code(Secret(try sandbox.lastCode())) } else { nil }
        }
        server.protectedRequest = try TransportRequest("GET", sandbox.baseURL + "/backend/me")
        return server
      })
    // The provider's own suite has the others.
    fixture.hasCommonCeremonies = false
    fixture.ceremonies = [
      .call("create a wallet") { run in _ = try await PrivyWallets(run.client).create(.ethereum) },
      with(.ethereum, "list wallets") { wallets, _ in _ = try await wallets.list() },
      with(.ethereum, "sign a message, ethereum") { wallets, wallet in
        _ = try await wallets.personalSign("hello", with: wallet)
      },
      with(.ethereum, "sign a hash") { wallets, wallet in
        _ = try await wallets.secp256k1Sign(hash: [UInt8](repeating: 7, count: 32), with: wallet)
      },
      with(.solana, "sign a message, solana") { wallets, wallet in
        _ = try await wallets.signMessage([1, 2, 3], with: wallet)
      },
      with(.ethereum, "send a transaction") { wallets, wallet in
        let transaction = EthereumTransaction(to: "0x" + String(repeating: "35", count: 20), value: 1)
        _ = try await wallets.request(.sendTransaction(transaction, on: "eip155:1"), with: wallet)
      },
      with(.ethereum, "export a key") { wallets, wallet in _ = try await wallets.exportPrivateKey(of: wallet) },
      .call("link Telegram") { run in
        let signed = try run.post("/sandbox/privy/telegram", ["id": 99])["telegram_auth_result"]
        _ = try await PrivyAccounts(run.client).link(.widget(try #require(signed)))
      },
      .call("link Farcaster") { run in
        let accounts = try PrivyAccounts(run.client)
        let channel = try await accounts.beginFarcaster()
        _ = run.visit(channel.connectURL)
        let time = Task {
          while !Task.isCancelled {
            if run.clock.sleeperCount > 0 { run.clock.advance(by: .seconds(10)) }
            await Task.yield()
          }
        }
        defer { time.cancel() }
        _ = try await accounts.link(channel)
      },
      with(.ethereum, "remove the signers") { wallets, wallet in try await wallets.removeAllSigners(from: wallet) },
    ]
    return fixture
  }

  /// A call of a user who has a wallet. The client is new, so that it has no signing key yet.
  private static func with(
    _ chain: PrivyWallet.Chain, _ name: String,
    _ body: @escaping @Sendable (PrivyWallets, PrivyWallet) async throws -> Void
  ) -> HostileCeremony {
    HostileCeremony(name) { run in
      let wallet = try await PrivyWallets(run.client).create(chain)
      let wallets = try PrivyWallets(try run.restarted())
      return { try await body(wallets, wallet) }
    }
  }
}
