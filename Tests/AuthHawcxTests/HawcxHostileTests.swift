import AuthCore
import AuthHawcx
import AuthSandbox
import AuthTesting
import HostileVendor
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every response of every ceremony of the Hawcx-style provider, replaced by nonsense that arrives over a real
/// connection.
@Suite struct HawcxHostileTests {
  @Test func everyResponseIsReplaced() async throws {
    #expect(try await HostileMatrix(try Self.fixture()).faults().isEmpty)
  }

  private static func fixture() throws -> HostileFixture {
    var fixture = HostileFixture(try HawcxConformanceTests.fixture())
    fixture.configure { $0["device"] = ["enrollment": true] }
    fixture.answer = { prompt, run in
      switch prompt {
      case .redirect(let page): return run.visit(page.url).map { .callback($0) }
      case .enterPhone: return .phone("+14155550100")
      case .awaitApproval(let approval):
        if let text = approval.qrData, let id = (try? JSONValue(parsing: Array(text.utf8)))?["session_id"] {
          // What a hostile vendor shows is no session of the honest one.
          _ = try? run.post("/sandbox/approve", ["session": id, "decision": "approve"])
        }
        return .poll
      default: return nil
      }
    }
    fixture.ceremonies = steps + backends
    return fixture
  }

  private static let jane = FlowRequest(identifier: "jane@example.com")

  /// The steps that a project can require of its users.
  private static var steps: [HostileCeremony] {
    func flow(
      _ name: String, _ policy: JSONObject, _ request: FlowRequest = jane, after earlier: [FlowRequest] = []
    ) -> HostileCeremony {
      .flow(name, request, after: earlier) { run in try run.policy("hawcx", policy) }
    }
    let factor: JSONObject = ["mfa_policy": "required", "mfa_methods": ["totp"]]
    let device: JSONObject = ["device_enrollment": "required", "skip_primary_on_trusted_device": true]
    return [
      flow("sign in, new authenticator app", factor), flow("sign in, authenticator app", factor, after: [jane]),
      flow("sign in, phone as factor", ["mfa_policy": "required", "mfa_methods": ["sms_otp"]]),
      flow("sign in, another device", ["primary_methods": ["qr"]]),
      flow("sign in, page", ["primary_methods": ["oauth:demo"]]),
      flow("sign in, new device", device), flow("sign in, known device", device, after: [jane]),
      HostileCeremony("manage") { run in
        let answer = try run.post(
          "/backend/hawcx/step-up", ["identifier": "jane@example.com", "purpose": "change_phone_number"])
        let token = Secret(try #require(answer["startToken"]?.stringValue))
        return { try await run.complete(FlowRequest(identifier: "jane@example.com", purpose: .manage, token: token)) }
      },
    ]
  }

  /// What an app's backend, or an app without one, does.
  private static var backends: [HostileCeremony] {
    [
      HostileCeremony("exchange a code at the issuer") { run in
        var request = jane
        request.exchange = false
        guard case .authorizationCode(let code) = try await run.complete(request), let verifier = code.verifier else {
          throw HostileRun.Unexpected("no code")
        }
        let descriptor = try #require(run.sandbox.descriptor["hawcx"])
        let client = try #require(descriptor["confidentialClient"])
        let exchange = HawcxCodeExchange(
          issuer: try HawcxBaseURL(try text(descriptor["issuer"])).root, clientID: try text(client["clientId"]),
          configID: try text(descriptor["configId"]), assertion: try assertion(client), transport: run.transport,
          clock: run.clock)
        return { _ = try await exchange.exchange(code: code.code, verifier: verifier) }
      },
      HostileCeremony("start token") { run in
        let management = try management(run)
        return {
          _ = try await management.startToken(
            for: "jane@example.com", purpose: .changePhoneNumber(to: "+14155550100"))
        }
      },
      HostileCeremony("consume a receipt") { run in
        let management = try management(run)
        let (token, _) = try await management.startToken(
          for: "jane@example.com", purpose: .changeMethod(to: .emailOTP))
        let stepUp = FlowRequest(
          identifier: "jane@example.com", purpose: .stepUp(action: "change_mfa_method"), token: token)
        guard case .proof(let proof) = try await run.complete(stepUp) else { throw HostileRun.Unexpected("no proof") }
        return { try await management.consume(receipt: proof.token) }
      },
    ]
  }

  private static func management(_ run: HostileRun) throws -> HawcxManagement {
    let descriptor = try #require(run.sandbox.descriptor["hawcx"])
    let client = try #require(descriptor["confidentialClient"])
    return HawcxManagement(
      baseURL: try HawcxBaseURL(try text(descriptor["baseURL"])), clientID: try text(client["clientId"]),
      configID: try text(descriptor["configId"]), assertion: try assertion(client), transport: run.transport,
      clock: run.clock)
  }

  private static func assertion(_ client: JSONValue) throws -> HawcxClientAssertion {
    try HawcxClientAssertion(
      privateKeyPEM: Secret(try text(client["privateKeyPEM"])), keyID: try text(client["keyId"]))
  }

  private static func text(_ value: JSONValue?) throws -> String { try #require(value?.stringValue) }
}
