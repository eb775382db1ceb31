import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import HostileVendor
import Testing

@testable import AuthTurnkey

/// Every response of every ceremony of the Turnkey-style provider, replaced by nonsense that arrives over a real
/// connection.
@Suite struct TurnkeyHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.fixture()).faults().isEmpty)
  }

  private static func fixture() throws -> HostileFixture {
    var fixture = HostileFixture(try TurnkeyConformanceTests.fixture())
    fixture.provider.makePasskeys = {
      SoftwarePasskeyAuthenticator(
        keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    }
    fixture.configure { block in
      var pages = block["oauth"]?.objectValue ?? [:]
      pages["appScheme"] = "app"
      block["oauth"] = .object(pages)
    }
    fixture.answer = { prompt, run in
      guard case .redirect(let page) = prompt else { return nil }
      return run.visit(page.url).map { .callback($0) }
    }
    let signUp = FlowRequest(purpose: .signUp, method: .passkey)
    let byContact = FlowRequest(identifier: "joe@example.com", method: .passkey)
    let byAccount = FlowRequest(method: .oauth("google"))
    fixture.ceremonies = [
      .flow("sign up, passkey", signUp), .flow("sign in, passkey", FlowRequest(method: .passkey), after: [signUp]),
      .flow("sign in, passkey, new contact", byContact),
      .flow("sign in, passkey, known contact", byContact, after: [byContact]),
      .flow("sign in, google, new account", byAccount),
      .flow("sign in, google, known account", byAccount, after: [byAccount]),
      HostileCeremony("sign in, the backend's token") { run in
        let provider = try run.provider(as: TurnkeyProvider.self)
        let token = Secret(try await verificationToken(provider, run))
        return { try await run.complete(FlowRequest(token: token)) }
      },
      .call("send and verify a code") { run in
        _ = try await verificationToken(run.provider(as: TurnkeyProvider.self), run)
      },
      .call("who am I") { run in _ = try await run.provider(as: TurnkeyProvider.self).whoAmI(try run.session) },
      .call("settings") { run in
        _ = try await run.provider(as: TurnkeyProvider.self).walletKitConfiguration()
      },
      .call("captcha") { run in _ = try await run.provider(as: TurnkeyProvider.self).captchaSiteKey() },
      .call("sign up, wallet") { run in
        _ = try await run.provider(as: TurnkeyProvider.self).signUpToken(by: Self.wallet())
      },
      HostileCeremony("sign in, wallet") { run in
        let (provider, wallet) = (try run.provider(as: TurnkeyProvider.self), try Self.wallet())
        _ = try await provider.signUpToken(by: wallet)
        return { _ = try await provider.logInToken(by: wallet) }
      },
    ]
    // Providers whose pages return a code.
    for name in ["x", "discord", "facebook"] {
      fixture.ceremonies.append(.flow("sign in, \(name)", FlowRequest(method: .oauth(name))))
    }
    return fixture
  }

  private static func wallet() throws -> WalletStamper {
    let key = Curve25519.Signing.PrivateKey()
    return try WalletStamper(publicKey: Array(key.publicKey.rawRepresentation), scheme: .ed25519) { body in
      Array(try key.signature(for: body))
    }
  }

  /// A token for jane's address and a new key of this device, as the app's backend gets it.
  private static func verificationToken(_ provider: TurnkeyProvider, _ run: HostileRun) async throws -> String {
    let contact = try #require(Contact(email: "jane@example.com"))
    let key = try await provider.createKeyPair()
    let sent = try await provider.sendCode(to: contact)
    let code = Secret(try run.sandbox.lastCode())
    return try await provider.verify(code, sent: sent, to: contact, publicKeyHex: key).revealText()
  }
}
