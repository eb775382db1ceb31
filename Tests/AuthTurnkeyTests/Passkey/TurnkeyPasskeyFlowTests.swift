import AuthCore
import Testing

@testable import AuthTurnkey

/// Tests a passkey flow's decisions in tables.
@Suite struct TurnkeyPasskeyFlowTests {
  private func flow(
    _ identifier: String? = nil, _ purpose: FlowRequest.Purpose = .signIn, signsUp: Bool = true, canLookUp: Bool = true
  ) -> TurnkeyPasskeyFlow {
    TurnkeyPasskeyFlow(
      FlowRequest(identifier: identifier, purpose: purpose, method: .passkey), signsUp: signsUp, canLookUp: canLookUp)
  }

  @Test func requestDecidesTheFirstStep() {
    let cases: [(TurnkeyPasskeyFlow, String)] = [
      (flow(), "assertPasskey -"), (flow("jane@example.com"), "lookUpOrganizations"),
      (flow("+14155550123"), "lookUpOrganizations"),
      (flow("jane@example.com", canLookUp: false), "assertPasskey -"), (flow(nil, .signUp), "createPasskey"),
      (flow("jane@example.com", .signUp), "lookUpOrganizations"), (flow("jane"), "failed invalid_identifier"),
    ]
    for (flow, expected) in cases {
      var flow = flow
      #expect(flow.begin().summary == expected)
    }
  }

  @Test func accountsDecideTheNextStep() {
    let cases: [([String], FlowRequest.Purpose, Bool, String)] = [
      ([], .signIn, true, "createPasskey"), ([], .signIn, false, "failed user_not_found"),
      ([], .signUp, false, "createPasskey"),
      (["a"], .signIn, true, "assertPasskey a"), (["a"], .signUp, true, "failed user_exists"),
      (["a", "b"], .signIn, true, "selectAccount a,b"), (["a", "b"], .signUp, true, "failed user_exists"),
    ]
    for (accounts, purpose, signsUp, expected) in cases {
      var flow = flow("jane@example.com", purpose, signsUp: signsUp)
      _ = flow.begin()
      #expect(flow.received(.success(.organizations(accounts))).summary == expected, "\(accounts) \(purpose.name)")
    }
  }

  @Test func signsInToTheChosenAccount() {
    var flow = flow("jane@example.com")
    _ = flow.begin()
    _ = flow.received(.success(.organizations(["a", "b"])))
    #expect(flow.answered(.account("b")).summary == "assertPasskey b")
  }

  @Test func everyFailureEndsTheFlow() {
    for code in [AuthError.Code.network, .cancelled, .noCredential, .forbidden] {
      var flow = flow()
      _ = flow.begin()
      #expect(flow.received(.failure(AuthError(code, ""))).summary == "failed \(code)")
      #expect(flow.cancellation == nil)
    }
  }
}
