import AuthCore
import AuthTesting
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxAPITests {
  private func api(_ transport: ScriptedTransport, relyingParty: String? = nil) throws -> HawcxAPI {
    var object: JSONObject = ["baseURL": "https://t.example", "configId": "cfg"]
    object["relyingParty"] = relyingParty.map { .string($0) }
    var reader = ConfigurationReader(object, path: "$", sources: ConfigurationSources())
    return HawcxAPI(
      configuration: try HawcxConfiguration(reading: &reader), transport: transport, clock: ManualClock(),
      requestIDs: HawcxRequestIDs(random: SeededRandomSource()))
  }

  private static let totp: JSONValue = ["session": "s", "step": ["type": "enter_totp"]]

  @Test func everyRequestCarriesTheHeaders() async throws {
    let transport = ScriptedTransport([.json("POST", "/v1/auth", Self.totp), .json("POST", "/v1/auth", Self.totp)])
    _ = try await api(transport, relyingParty: "shop").send(.poll, session: "s")
    _ = try await api(transport).send(.poll, session: "s")
    let request = transport.requests[0]
    #expect(request.url.absoluteString == "https://t.example/v1/auth")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["X-Config-Id"] == "cfg")
    #expect(request.headers["X-Relying-Party"] == "shop")
    #expect(request.headers["X-Hawcx-Protocol-Version"] == "2")
    #expect(request.headers["X-SDK-Name"] == nil)
    #expect(request.timeout == .seconds(15))
    let id = try #require(request.headers["X-Request-Id"])
    #expect(id.count == 36 && request.retry == .idempotent(id))
    #expect(request.headers["apikey"] == nil && request.headers["Authorization"] == nil)
    #expect(transport.requests[1].headers["X-Relying-Party"] == nil)
  }

  @Test func requestKeepsItsIDUntilAResponse() async throws {
    let lost = AuthError(.network, "lost")
    let transport = ScriptedTransport([
      .failure("POST", "/v1/auth", lost), .failure("POST", "/v1/auth", lost), .json("POST", "/v1/auth", Self.totp),
      .json("POST", "/v1/auth", Self.totp),
    ])
    let api = try api(transport)
    let (first, second) = (HawcxAction.submitCode(Secret("111111")), HawcxAction.submitCode(Secret("222222")))
    for action in [first, second] { await #expect(throws: lost) { try await api.send(action, session: "s") } }
    for action in [second, second] { _ = try await api.send(action, session: "s") }
    let ids = transport.requests.map { $0.headers["X-Request-Id"] }
    #expect(ids[0] != ids[1], "a request with another code has another id")
    #expect(ids[1] == ids[2], "after a lost response, a request with the same code has the same id")
    #expect(ids[2] != ids[3], "the id of a request that got a response is not used again")
  }

  @Test func readsAnErrorStepWithAnyStatus() async throws {
    let error: JSONValue = ["step": ["type": "error", "code": "rate_limited", "action": "wait", "retryable": true]]
    for status in [200, 400, 401, 429, 503] {
      let transport = ScriptedTransport([.json("POST", "/v1/auth", status: status, error)])
      let response = try await api(transport).send(.poll, session: "s")
      guard case .error(let failure) = response.step else { throw Unexpected("no error") }
      #expect(failure.code == "rate_limited" && failure.action == .wait)
    }
    let transport = ScriptedTransport([.json("POST", "/v1/auth", status: 500, Self.totp)])
    await #expect(throws: AuthError(.serverError, "")) { try await api(transport).send(.poll, session: "s") }
  }
}
