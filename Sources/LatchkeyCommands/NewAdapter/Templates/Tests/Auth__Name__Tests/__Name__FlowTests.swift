import AuthCore
import Testing

@testable import Auth__Name__

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow's decisions as tables: (phase, event) → step, including illegal events.
@Suite struct __Name__FlowTests {
  private func pending() throws -> PendingCode {
    try PendingCode(
      ["flow": "flow-1", "resend_in": 30], email: "jane@example.com", now: Date(timeIntervalSince1970: 0))
  }

  private func session() -> Session {
    Session(
      id: SessionID("1"), providerID: "__name__", tenant: "client-1", subject: "user-1",
      createdAt: Date(timeIntervalSince1970: 0))
  }

  private func flow(_ request: FlowRequest = FlowRequest(identifier: "jane@example.com")) -> __Name__Flow {
    __Name__Flow(request)
  }

  /// A flow that shows its code prompt.
  private func asking() throws -> __Name__Flow {
    var flow = flow()
    _ = flow.begin()
    _ = flow.received(.success(.codeSent(try pending())))
    return flow
  }

  /// A step as text, for tables.
  private func word(_ step: FlowStep<__Name__Flow.Effect>) -> String {
    switch step {
    case .perform(.sendCode(let email), _): "sendCode \(email)"
    case .perform(.signIn, _): "signIn"
    case .perform(.forget, _): "forget"
    case .prompt(let prompt, let context): "\(prompt.name) \(context.lastError?.code.rawValue ?? "-")"
    case .completed(let result): "completed \(result.name)"
    case .failed(let error): "failed \(error.code)"
    }
  }

  @Test func signsInWithTheRightCode() throws {
    var flow = flow()
    #expect(word(flow.begin()) == "sendCode jane@example.com")
    #expect(word(flow.received(.success(.codeSent(try pending())))) == "enterCode -")
    #expect(word(flow.answered(.code(Secret("123456")))) == "signIn")
    #expect(word(flow.received(.success(.signedIn(session(), isNewUser: true)))) == "completed session")
    // An ended flow stays ended.
    #expect(word(flow.answered(.code(Secret("123456")))) == "failed internal")
  }

  @Test func firstStepFollowsTheRequest() {
    let table: [(request: FlowRequest, step: String)] = [
      (FlowRequest(), "enterEmail -"),
      (FlowRequest(identifier: "nobody"), "enterEmail invalid_identifier"),
      (FlowRequest(identifier: " jane@example.com "), "sendCode jane@example.com"),
      (FlowRequest(identifier: "jane@example.com", method: .emailOTP), "sendCode jane@example.com"),
      (FlowRequest(purpose: .signUp), "enterEmail -"),
      (FlowRequest(purpose: .stepUp(action: "pay")), "failed unsupported"),
      (FlowRequest(purpose: .enroll(.totp)), "failed unsupported"),
    ]
    for (request, step) in table {
      var flow = flow(request)
      #expect(word(flow.begin()) == step)
    }
  }

  @Test func malformedCodesAreNotSent() throws {
    for code in ["", "12345", "1234567", "12345a", "12 456"] {
      var flow = try asking()
      #expect(word(flow.answered(.code(Secret(code)))) == "enterCode invalid_code", "\(code)")
    }
  }

  @Test func correctableErrorsShowThePromptAgain() throws {
    let table: [(error: AuthError.Code, step: String)] = [
      (.invalidCode, "enterCode invalid_code"), (.codeExpired, "enterCode code_expired"),
      (.network, "enterCode network"), (.timeout, "enterCode timeout"), (.serverError, "enterCode server_error"),
      (.rateLimited, "enterCode rate_limited"), (.tooManyAttempts, "failed too_many_attempts"),
      (.flowExpired, "failed flow_expired"), (.tls, "enterCode tls"), (.providerError, "failed provider_error"),
    ]
    for (code, step) in table {
      var flow = try asking()
      _ = flow.answered(.code(Secret("123456")))
      #expect(word(flow.received(.failure(AuthError(code, "on purpose")))) == step)
    }
  }

  @Test func resendingReplacesTheCode() throws {
    var flow = try asking()
    #expect(word(flow.answered(.resend)) == "sendCode jane@example.com")
    #expect(word(flow.received(.failure(AuthError(.network, "on purpose")))) == "enterCode network")
    #expect(word(flow.answered(.resend)) == "sendCode jane@example.com")
    #expect(word(flow.received(.success(.codeSent(try pending())))) == "enterCode -")
  }

  @Test func cancellingReleasesWhatTheServerHolds() throws {
    #expect(flow().cancellation == nil)
    #expect(try asking().cancellation == .forget(try pending()))
  }

  private func resumed(_ state: JSONValue) -> __Name__Flow? {
    let suspended = SuspendedFlow(state: state, request: FlowRequest(identifier: "jane@example.com"))
    return __Name__Flow(resuming: suspended)
  }

  @Test func resumedFlowAcceptsTheCode() throws {
    var flow = try asking()
    let state = try #require(flow.suspended)
    var resumed = try #require(self.resumed(state))
    #expect(word(resumed.begin()) == "enterCode -")
    #expect(resumed.suspended == state)
    _ = flow.answered(.code(Secret("123456")))
    #expect(flow.suspended == nil, "a flow whose code is being sent cannot be suspended")
    for foreign: JSONValue in [.null, [:], ["v": 2], ["v": 1, "code": ["email": "jane@example.com"]]] {
      #expect(self.resumed(foreign) == nil)
    }
  }
}
