import AuthCore
import AuthCrypto
import AuthPasskey
import AuthPrivy
import AuthSandbox
import AuthStorage
import AuthTesting
import HostileVendor
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every response of every ceremony of the Privy-style provider, replaced by nonsense that arrives over a real
/// connection.
@Suite struct PrivyHostileTests {
  @Test func everyResponseToCodesIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.codes()).faults().isEmpty)
  }

  @Test func everyResponseToTheAppsTokensIsReplaced() async throws {
    var fixture = HostileFixture(try PrivyConformanceTests.fixture(FlowRequest(), hasTokenProvider: true))
    fixture.ceremonies = [
      HostileCeremony("renewal by the app's token", use: .renews) { run in
        run.expire(try run.session)
        try run.sandbox.endSessions(of: run.session, at: "privy")
        return { _ = try await run.client.session() }
      },
      .call("sign in, a request's token") { run in
        let answer = try run.post("/sandbox/idp/token", ["sub": "joe", "alg": "ES256", "ttl": 600])
        try await run.complete(FlowRequest(token: Secret(try #require(answer["token"]?.stringValue))))
      },
    ]
    #expect(try await HostileMatrix(fixture).faults().isEmpty)
  }

  private static func codes() throws -> HostileFixture {
    var fixture = HostileFixture(
      try PrivyConformanceTests.fixture(
        FlowRequest(identifier: "jane@example.com", method: .emailOTP), hasTokenProvider: false))
    fixture.provider.makePasskeys = {
      SoftwarePasskeyAuthenticator(
        keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    }
    fixture.configure { block in
      block["oauth"] = ["google"]
      block["redirectURL"] = "exampleapp://signed-in"
      block["guests"] = true
      block["wallet"] = ["domain": "example.com"]
    }
    let wallet = Wallet()
    fixture.answer = { prompt, run in
      switch prompt {
      case .redirect(let page): run.visit(page.url).map { .callback($0) }
      case .sign(let prompt): try prompt.walletSignInMessage.map { .signature(try wallet.sign($0.text)) }
      default: nil
      }
    }
    fixture.ceremonies = signIns(wallet) + links(wallet) + factors
    return fixture
  }

  /// The sign-ins that need no code.
  private static func signIns(_ wallet: Wallet) -> [HostileCeremony] {
    let signUp = FlowRequest(identifier: "joe", purpose: .signUp, method: .passkey)
    return [
      .flow("sign in, sms_otp", FlowRequest(identifier: "+14155550100", method: .smsOTP)),
      .flow("sign in, guest", FlowRequest(method: .guest)),
      .flow("sign in, google", FlowRequest(method: .oauth("google"))),
      .flow("sign in, wallet", FlowRequest(identifier: wallet.address, method: .wallet)),
      .flow("sign up, passkey", signUp),
      .flow("sign in, passkey", FlowRequest(method: .passkey), after: [signUp]),
    ]
  }

  private static func links(_ wallet: Wallet) -> [HostileCeremony] {
    [
      .flow("link, google", FlowRequest(purpose: .link(.oauth("google")))),
      .flow("link, wallet", FlowRequest(identifier: wallet.address, purpose: .link(.wallet))),
      .flow("link, passkey", FlowRequest(purpose: .link(.passkey))),
      HostileCeremony("unlink, passkey") { run in
        guard case .credential(let passkey) = try await run.complete(FlowRequest(purpose: .link(.passkey))) else {
          throw HostileRun.Unexpected("no credential")
        }
        let provider = try run.provider(as: PrivyProvider.self)
        return { try await provider.unlink(passkey.id, from: try run.session) }
      },
    ]
  }

  /// Second factors, beyond those of the fixture.
  private static var factors: [HostileCeremony] {
    let app = FlowRequest(purpose: .enroll(.totp))
    let passkey = FlowRequest(purpose: .enroll(.passkey))
    return [
      .flow("enrol, totp", app), .flow("enrol, passkey", passkey),
      .flow("step up, totp", FlowRequest(purpose: .stepUp(action: "transfer"), method: .totp), after: [app]),
      .flow("step up, passkey", FlowRequest(purpose: .stepUp(action: "transfer"), method: .passkey), after: [passkey]),
      HostileCeremony("remove a second factor") { run in
        let provider = try run.provider(as: PrivyProvider.self)
        try await run.complete(app)
        let stepUp = FlowRequest(purpose: .stepUp(action: "remove"), method: .totp)
        guard case .proof(let proof) = try await run.complete(stepUp) else { throw HostileRun.Unexpected("no proof") }
        return { try await provider.removeSecondFactor(.totp, from: try await run.client.session(), proof: proof) }
      },
    ]
  }

  /// The wallet of the app's user.
  private struct Wallet: Sendable {
    private let key = Curve25519.Signing.PrivateKey()
    var address: String { Base58.encode(Array(key.publicKey.rawRepresentation)) }
    func sign(_ message: String) throws -> Secret {
      Secret(Base64.encode(Array(try key.signature(for: Array(message.utf8)))))
    }
  }
}
