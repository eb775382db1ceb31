import AuthCore
import Testing

@testable import AuthBeacon

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow's decisions as tables: (phase, event) → step, including illegal events.
@Suite struct BeaconFlowTests {
  private func pending() throws -> PendingApproval {
    try PendingApproval(
      ["request": "r", "shows": "47", "expires_in": 120, "poll_every": 3], now: Date(timeIntervalSince1970: 0))
  }

  private func session() -> Session {
    Session(
      id: SessionID("1"), providerID: "beacon", tenant: "app-1", subject: "user-1",
      createdAt: Date(timeIntervalSince1970: 0))
  }

  private func flow(_ request: FlowRequest = FlowRequest()) -> BeaconFlow { BeaconFlow(request) }

  /// A flow that waits for the phone.
  private func awaiting() throws -> BeaconFlow {
    var flow = flow()
    _ = flow.begin()
    _ = flow.received(.success(.requested(try pending())))
    return flow
  }

  private func word(_ step: FlowStep<BeaconFlow.Effect>) -> String {
    switch step {
    case .perform(.request(let user), _): "request \(user ?? "-")"
    case .perform(.ask, let activity): "ask/\(activity)"
    case .perform(.withdraw, _): "withdraw"
    case .prompt(let prompt, let context): "\(prompt.name) \(context.lastError?.code.rawValue ?? "-")"
    case .completed(let result): "completed \(result.name)"
    case .failed(let error): "failed \(error.code)"
    }
  }

  @Test func signsInByAnApproval() throws {
    var flow = flow()
    #expect(word(flow.begin()) == "request -")
    #expect(word(flow.received(.success(.requested(try pending())))) == "awaitApproval -")
    #expect(word(flow.answered(.poll)) == "ask/polling")
    #expect(word(flow.received(.success(.undecided))) == "awaitApproval -")
    #expect(word(flow.answered(.poll)) == "ask/polling")
    #expect(word(flow.received(.success(.approved(session())))) == "completed session")
    #expect(word(flow.answered(.poll)) == "failed internal")
  }

  @Test func firstStepFollowsTheRequest() {
    let table: [(request: FlowRequest, step: String)] = [
      (FlowRequest(identifier: "jane@example.com"), "request jane@example.com"),
      (FlowRequest(method: .push), "request -"),
      (FlowRequest(purpose: .signUp), "request -"),
      (FlowRequest(purpose: .stepUp(action: "pay")), "failed unsupported"),
    ]
    for (request, step) in table {
      var flow = flow(request)
      #expect(word(flow.begin()) == step)
    }
  }

  @Test func temporaryErrorsPollAgain() throws {
    let table: [(error: AuthError.Code, step: String)] = [
      (.network, "awaitApproval network"), (.timeout, "awaitApproval timeout"),
      (.serverError, "awaitApproval server_error"), (.rateLimited, "awaitApproval rate_limited"),
      (.approvalDenied, "failed approval_denied"), (.approvalExpired, "failed approval_expired"),
      (.flowExpired, "failed flow_expired"), (.tls, "awaitApproval tls"),
      (.invalidToken, "failed invalid_token"),
    ]
    for (code, step) in table {
      var flow = try awaiting()
      _ = flow.answered(.poll)
      #expect(word(flow.received(.failure(AuthError(code, "on purpose")))) == step)
    }
  }

  @Test func cancelWithdrawsTheRequest() throws {
    #expect(flow().cancellation == nil)
    #expect(try awaiting().cancellation == .withdraw(try pending()))
  }

  @Test func suspendedFlowResumes() throws {
    let flow = try awaiting()
    let state = try #require(flow.suspended)
    var resumed = try #require(BeaconFlow(resuming: SuspendedFlow(state: state)))
    #expect(word(resumed.begin()) == "awaitApproval -")
    #expect(resumed.phase == flow.phase)
    #expect(BeaconFlow(resuming: SuspendedFlow(state: ["v": 1])) == nil)
  }
}
