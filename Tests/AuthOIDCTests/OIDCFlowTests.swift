import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow's decisions as tables: (phase, event) → (phase, step), including illegal events.
@Suite struct OIDCFlowTests {
  private func page() throws -> PendingAuthorization {
    try #require(
      PendingAuthorization(json: [
        "state": "s", "nonce": "n", "verifier": "v", "redirect_uri": .string(Bench.redirect),
        "issuer": .string(TestIssuer.name), "requires_issuer": false, "url": "https://issuer.example/authorize?a=b",
      ]))
  }

  private func device(interval: Int64 = 5) throws -> PendingDeviceAuthorization {
    try PendingDeviceAuthorization(
      [
        "device_code": "d", "user_code": "ABCD", "verification_uri": "https://issuer.example/d", "expires_in": 600,
        "interval": .integer(interval),
      ], issuer: TestIssuer.name, now: Date(timeIntervalSince1970: 0))
  }

  private func session() -> Session {
    Session(
      id: SessionID("1"), providerID: "oidc", tenant: TestIssuer.name, subject: "user-1",
      createdAt: Date(timeIntervalSince1970: 0))
  }

  /// A step's name, for tables.
  private func word(_ step: FlowStep<OIDCFlow.Effect>) -> String {
    switch step {
    case .perform(.prepare, let activity): "prepare/\(activity)"
    case .perform(.redeem, let activity): "redeem/\(activity)"
    case .perform(.requestDevice, let activity): "requestDevice/\(activity)"
    case .perform(.poll, let activity): "poll/\(activity)"
    case .perform(.requestTokens, let activity): "requestTokens/\(activity)"
    case .prompt(.awaitApproval(let prompt), let context):
      "awaitApproval \(prompt.pollInterval.components.seconds) \(context.lastError?.code.rawValue ?? "-")"
    case .prompt(let prompt, let context): "\(prompt.name) \(context.lastError?.code.rawValue ?? "-")"
    case .completed(let result): "completed \(result.name)"
    case .failed(let error): "failed \(error.code)"
    }
  }

  private func callback(_ query: String) throws -> FlowAnswer {
    .callback(try #require(URL(string: Bench.redirect + query)))
  }

  @Test func signsInThroughThePage() throws {
    let redirect = try #require(URL(string: Bench.redirect))
    var flow = OIDCFlow(.page(redirectURL: redirect))
    #expect(word(flow.begin()) == "prepare/request")
    #expect(word(flow.received(.success(.prepared(try page())))) == "redirect -")
    #expect(word(flow.answered(try callback("?code=c&state=wrong"))) == "redirect redirect_mismatch")
    #expect(word(flow.answered(try callback("?code=c&state=s"))) == "redeem/request")
    #expect(word(flow.received(.success(.session(session())))) == "completed session")
    // The prompt is not shown again.
    #expect(word(flow.answered(try callback("?code=c&state=s"))) == "failed internal")
  }

  @Test func sendsTheCodeOnce() throws {
    var flow = OIDCFlow(.resumedPage(try page()))
    #expect(word(flow.begin()) == "redirect -")
    #expect(word(flow.answered(try callback("?code=c&state=s"))) == "redeem/request")
    #expect(word(flow.answered(try callback("?code=c&state=s"))) == "failed internal")
    #expect(flow.suspended == nil, "a flow cannot be suspended while its code is being sent")
  }

  @Test func failedExchangeEndsTheFlow() throws {
    for code: AuthError.Code in [.network, .timeout, .serverError, .invalidToken, .malformedResponse] {
      var flow = OIDCFlow(.resumedPage(try page()))
      _ = flow.begin()
      _ = flow.answered(try callback("?code=c&state=s"))
      // The code may have been used, so the flow does not send it again.
      #expect(word(flow.received(.failure(AuthError(code, "")))) == "failed \(code)")
    }
  }

  @Test func signsInByAnotherDevice() throws {
    var flow = OIDCFlow(.device)
    #expect(word(flow.begin()) == "requestDevice/request")
    #expect(word(flow.received(.success(.device(try device())))) == "awaitApproval 5 -")
    #expect(word(flow.answered(.poll)) == "poll/polling")
    #expect(word(flow.received(.success(.undecided(slower: false)))) == "awaitApproval 5 -")
    #expect(word(flow.received(.success(.undecided(slower: true)))) == "awaitApproval 10 -")
    #expect(word(flow.received(.success(.undecided(slower: true)))) == "awaitApproval 15 -")
    #expect(word(flow.received(.failure(AuthError(.network, "")))) == "awaitApproval 20 network")
    #expect(word(flow.received(.failure(AuthError(.serverError, "")))) == "awaitApproval 25 server_error")
    #expect(word(flow.received(.failure(AuthError(.malformedResponse, "")))) == "awaitApproval 30 malformed_response")
    #expect(word(flow.received(.success(.undecided(slower: false)))) == "awaitApproval 30 -")
    #expect(word(flow.received(.success(.session(session())))) == "completed session")
  }

  @Test func finalErrorsEndTheWaitForAnotherDevice() throws {
    for code: AuthError.Code in [.approvalDenied, .approvalExpired, .invalidToken] {
      var flow = OIDCFlow(.resumedDevice(try device()))
      _ = flow.begin()
      #expect(word(flow.received(.failure(AuthError(code, "")))) == "failed \(code)")
    }
  }

  /// The device code is used once its tokens have arrived, so the flow must not poll again after a later failure.
  @Test func doesNotPollAgainWithAUsedCode() throws {
    var flow = OIDCFlow(.resumedDevice(try device()))
    _ = flow.begin()
    _ = flow.answered(.poll)
    #expect(word(flow.received(.success(.lost(AuthError(.network, ""))))) == "failed network")
  }

  @Test func suspendedFlowResumes() throws {
    var flow = OIDCFlow(.resumedPage(try page()))
    #expect(flow.suspended == nil)
    _ = flow.begin()
    var again = try OIDCFlow(resuming: try #require(flow.suspended), issuer: TestIssuer.name)
    #expect(word(again.begin()) == "redirect -")
    #expect(word(again.answered(try callback("?code=c&state=s"))) == "redeem/request")

    var waiting = OIDCFlow(.resumedDevice(try device(interval: 7)))
    _ = waiting.begin()
    var resumed = try OIDCFlow(resuming: try #require(waiting.suspended), issuer: TestIssuer.name)
    #expect(word(resumed.begin()) == "awaitApproval 7 -")
  }

  @Test func refusesASuspendedFlowOfAnotherIssuer() throws {
    var flow = OIDCFlow(.resumedPage(try page()))
    _ = flow.begin()
    let state = try #require(flow.suspended)
    #expect(throws: AuthError(.flowExpired, "")) { try OIDCFlow(resuming: state, issuer: "https://other.example") }
    for broken: JSONValue in [
      nil, [:], ["v": 2], ["v": 1], ["v": 1, "page": [:]], ["v": 1, "device": ["user_code": 1]],
    ] {
      #expect(throws: AuthError(.storeCorrupt, "")) { try OIDCFlow(resuming: broken, issuer: TestIssuer.name) }
    }
  }

  @Test func readsDeviceResponses() throws {
    let now = Date(timeIntervalSince1970: 0)
    var answer: JSONObject = [
      "device_code": "d", "user_code": "U", "verification_uri": "https://a.example", "expires_in": 10,
    ]
    #expect(try PendingDeviceAuthorization(.object(answer), issuer: TestIssuer.name, now: now).interval == .seconds(5))
    for (given, expected) in [(0, 1), (1, 1), (61, 60), (1_000_000, 60)] as [(Int64, Int64)] {
      answer["interval"] = .integer(given)
      let pending = try PendingDeviceAuthorization(.object(answer), issuer: TestIssuer.name, now: now)
      #expect(pending.interval == .seconds(expected))
    }
    let faults: [(String, JSONValue)] = [
      ("device_code", 1), ("user_code", nil), ("verification_uri", "http://a.example"),
      ("verification_uri", "javascript:alert(1)"), ("expires_in", 0), ("expires_in", "soon"),
    ]
    for (name, value) in faults {
      var broken = answer
      broken[name] = value
      #expect(throws: AuthError(.malformedResponse, "")) {
        try PendingDeviceAuthorization(.object(broken), issuer: TestIssuer.name, now: now)
      }
    }
  }
}
