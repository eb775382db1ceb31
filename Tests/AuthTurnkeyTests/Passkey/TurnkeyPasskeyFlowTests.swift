import AuthCore
import Testing

@testable import AuthTurnkey

/// The decisions of a passkey flow by tables.
@Suite struct TurnkeyPasskeyFlowTests {
  private func flow(
    _ identifier: String? = nil, _ purpose: FlowRequest.Purpose = .signIn, signsUp: Bool = true, canLookUp: Bool = true
  ) -> TurnkeyPasskeyFlow {
    TurnkeyPasskeyFlow(
      FlowRequest(identifier: identifier, purpose: purpose, method: .passkey), signsUp: signsUp, canLookUp: canLookUp)
  }

  @Test func whatComesFirstDependsOnWhatIsKnown() {
    let cases: [(TurnkeyPasskeyFlow, String)] = [
      (flow(), "assert -"), (flow("jane@example.com"), "lookUp"), (flow("+14155550123"), "lookUp"),
      (flow("jane@example.com", canLookUp: false), "assert -"), (flow(nil, .signUp), "create"),
      (flow("jane@example.com", .signUp), "lookUp"), (flow("jane"), "failed invalid_identifier"),
    ]
    for (flow, expected) in cases {
      var flow = flow
      #expect(Self.summary(flow.begin()) == expected)
    }
  }

  @Test func theAccountsDecide() {
    let cases: [([String], FlowRequest.Purpose, Bool, String)] = [
      ([], .signIn, true, "create"), ([], .signIn, false, "failed user_not_found"), ([], .signUp, false, "create"),
      (["a"], .signIn, true, "assert a"), (["a"], .signUp, true, "failed user_exists"),
      (["a", "b"], .signIn, true, "selectAccount a,b"), (["a", "b"], .signUp, true, "failed user_exists"),
    ]
    for (accounts, purpose, signsUp, expected) in cases {
      var flow = flow("jane@example.com", purpose, signsUp: signsUp)
      _ = flow.begin()
      #expect(Self.summary(flow.received(.success(.accounts(accounts)))) == expected, "\(accounts) \(purpose.name)")
    }
  }

  @Test func theChosenAccountIsSignedInTo() {
    var flow = flow("jane@example.com")
    _ = flow.begin()
    _ = flow.received(.success(.accounts(["a", "b"])))
    #expect(Self.summary(flow.answered(.account("b"))) == "assert b")
  }

  @Test func everyFailureIsTheFlows() {
    for code in [AuthError.Code.network, .cancelled, .noCredential, .forbidden] {
      var flow = flow()
      _ = flow.begin()
      #expect(Self.summary(flow.received(.failure(AuthError(code, "")))) == "failed \(code)")
      #expect(flow.cancellation == nil)
    }
  }

  private static func summary(_ step: FlowStep<TurnkeyPasskeyFlow.Effect>) -> String {
    switch step {
    case .perform(.lookUp, .request): "lookUp"
    case .perform(.assert(let organizationID, _, _), .passkey): "assert \(organizationID ?? "-")"
    case .perform(.create, .passkey): "create"
    case .perform: "perform"
    case .prompt(.selectAccount(let options), _): "selectAccount " + options.map(\.id).joined(separator: ",")
    case .prompt(let prompt, _): prompt.name
    case .completed: "completed"
    case .failed(let error): "failed \(error.code)"
    }
  }
}
