import AuthAuthsignal
import AuthCore
import AuthPasskey
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

/// Every response of every ceremony of the Authsignal-style provider, replaced by nonsense that arrives over a real
/// connection.
@Suite struct AuthsignalHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.fixture()).faults().isEmpty)
  }

  private static let push = FlowRequest(purpose: .enroll(.push))
  private static let scanner = FlowRequest(purpose: .enroll(.qrCode))
  private static let device = FlowRequest(purpose: .enroll(.inApp))
  private static let passkey = FlowRequest(purpose: .enroll(.passkey))
  private static let securityKey = FlowRequest(purpose: .enroll(.securityKey))
  private static let link = FlowRequest(identifier: "jane@example.com", purpose: .enroll(.emailMagicLink))

  private static func fixture() throws -> HostileFixture {
    var fixture = HostileFixture(try AuthsignalConformanceTests.fixture())
    fixture.provider.makeKeys = { KeyRing(MemoryKeyStore()) }
    fixture.provider.makePasskeys = {
      SoftwarePasskeyAuthenticator(
        keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    }
    fixture.configure { $0["syncCredentials"] = true }
    fixture.answer = { prompt, run in
      guard case .awaitApproval(let approval) = prompt else { return nil }
      // Another device approves, with an honest vendor.
      try await run.honestly {
        // The user opens the link, if the last message has one.
        if let link = try? run.sandbox.lastLink(), let page = URL(string: link) { _ = run.visit(page) }
        let provider = try run.provider(as: AuthsignalProvider.self)
        let waiting = try await provider.pending().first?.id
        guard let id = approval.qrData ?? waiting else { return }
        // What a hostile vendor shows is no challenge of the honest one.
        try? await provider.approve(id, number: nil)
      }
      return .poll
    }
    fixture.makeChallenge = { run in
      try await run.complete(push)
      _ = try await run.prompt(FlowRequest(identifier: "jane@example.com", method: .push))
      let pending = try await run.provider(as: AuthsignalProvider.self).pending()
      return try #require(pending.first)
    }
    fixture.prepareDevice = { run in for request in [push, scanner, device] { try await run.complete(request) } }
    fixture.ceremonies = flows + calls
    return fixture
  }

  private static var flows: [HostileCeremony] {
    let signUp = FlowRequest(identifier: "joe@example.com", purpose: .signUp, method: .passkey)
    func stepUp(_ method: MethodID?) -> FlowRequest {
      FlowRequest(purpose: .stepUp(action: "transfer"), method: method)
    }
    return [
      .flow("sign up, passkey", signUp),
      .flow("sign in, passkey", FlowRequest(method: .passkey), after: [signUp]),
      .flow(
        "sign up, magic link",
        FlowRequest(identifier: "joe@example.com", purpose: .signUp, method: .emailMagicLink)),
      .flow(
        "sign in, magic link", FlowRequest(identifier: "jane@example.com", method: .emailMagicLink), after: [link]),
      .flow(
        "sign in, security key", FlowRequest(identifier: "jane@example.com", method: .securityKey),
        after: [securityKey]),
      .flow("enrol, magic link", link), .flow("enrol, security key", securityKey),
      .flow("step up, magic link", stepUp(.emailMagicLink), after: [link]),
      .flow("step up, security key", stepUp(.securityKey), after: [securityKey]),
      .flow("sign in, sms_otp", FlowRequest(identifier: "+14155550102", method: .smsOTP)),
      .flow("sign in, push", FlowRequest(identifier: "jane@example.com", method: .push), after: [push]),
      .flow("sign in, qr code", FlowRequest(method: .qrCode), after: [scanner]),
      .flow("sign in, in-app", FlowRequest(identifier: "jane@example.com", method: .inApp), after: [device]),
      .flow("enrol, totp", FlowRequest(purpose: .enroll(.totp))), .flow("enrol, passkey", passkey),
      .flow("enrol, push", push), .flow("enrol, qr code", scanner), .flow("enrol, in-app", device),
      .flow("step up, any method", stepUp(nil)), .flow("step up, passkey", stepUp(.passkey), after: [passkey]),
      .flow("step up, push", stepUp(.push), after: [push]), .flow("step up, in-app", stepUp(.inApp), after: [device]),
    ]
  }

  private static var calls: [HostileCeremony] {
    func call(
      _ name: String, after request: FlowRequest,
      _ body: @escaping @Sendable (AuthsignalProvider, HostileRun) async throws -> Void
    ) -> HostileCeremony {
      HostileCeremony(name) { run in
        let provider = try run.provider(as: AuthsignalProvider.self)
        try await run.complete(request)
        return { try await body(provider, run) }
      }
    }
    return [
      call("this device's credential", after: push) { provider, _ in _ = try await provider.devices.credential(.push) },
      call("update push", after: push) { provider, _ in
        _ = try await provider.devices.updatePush(pushToken: Secret("token-2"), resetsExpiry: true)
      },
      call("remove this device's credential", after: push) { provider, _ in try await provider.devices.remove(.push) },
      call("create a PIN", after: push) { provider, run in
        try await provider.devices.pins.create(Secret("1234"), for: "jane@example.com", of: try run.session)
      },
      call("offer a passkey", after: passkey) { provider, _ in
        _ = try await provider.passkeys.shouldPromptToCreate()
      },
      .call("add this device with an attestation") { run in
        let provider = try run.provider(as: AuthsignalProvider.self)
        _ = try await provider.devices.add(.push, to: try run.session) { nonce in
          AppAttestationTests.attested(.playIntegrity, nonce)
        }
      },
      HostileCeremony("approve with a number") { run in
        let provider = try run.provider(as: AuthsignalProvider.self)
        try run.policy("authsignal", ["numberMatching": true])
        try await run.complete(push)
        let waiting = try await run.prompt(FlowRequest(identifier: "jane@example.com", method: .push))
        guard case .awaitApproval(let approval) = waiting, let pending = try await provider.pending().first else {
          throw HostileRun.Unexpected("no challenge")
        }
        return { try await provider.approve(pending.id, number: approval.displayCode) }
      },
      HostileCeremony("sign in, the backend's token") { run in
        let answer = try run.post("/backend/track", ["identifier": "joe@example.com", "action": "signIn"])
        let token = Secret(try #require(answer["token"]?.stringValue))
        return { try await run.complete(FlowRequest(identifier: "joe@example.com", token: token)) }
      },
      HostileCeremony("approve a scanned code") { run in
        let provider = try run.provider(as: AuthsignalProvider.self)
        try await run.complete(scanner)
        guard case .awaitApproval(let approval) = try await run.prompt(FlowRequest(method: .qrCode)) else {
          throw HostileRun.Unexpected("no QR code")
        }
        return { try await provider.approve(try #require(approval.qrData), number: nil) }
      },
    ]
  }
}
