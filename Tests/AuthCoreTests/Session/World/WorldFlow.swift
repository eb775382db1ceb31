import AuthTesting

@testable import AuthCore

/// A flow of a process: the engine's machine with a small test vendor's logic.
struct WorldFlow {
  let engine: Int
  let request: FlowRequest
  var machine: FlowMachine<WorldFlowLogic>

  init(_ engine: Int, _ request: FlowRequest, _ logic: WorldFlowLogic) {
    self.engine = engine
    self.request = request
    machine = FlowMachine(logic)
  }
}

/// A flow with one code to enter, or one approval to wait for. Both can be suspended.
struct WorldFlowLogic: FlowLogic {
  enum Effect: Sendable { case spend(code: String) }

  let code: String
  let isPolled: Bool

  init(code: String, isPolled: Bool) {
    self.code = code
    self.isPolled = isPolled
  }

  init?(_ state: JSONValue) {
    guard let code = state["code"]?.stringValue, let isPolled = state["isPolled"]?.boolValue else { return nil }
    self.init(code: code, isPolled: isPolled)
  }

  private var prompt: Prompt {
    isPolled
      ? .awaitApproval(ApprovalPrompt(pollInterval: .seconds(5), isPolled: true))
      : .enterCode(CodePrompt(destination: code))
  }

  mutating func begin() -> FlowStep<Effect> { .prompt(prompt, PromptContext()) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> { .perform(.spend(code: code), .request) }

  mutating func received(_ result: Result<FlowResult, AuthError>) -> FlowStep<Effect> {
    switch result {
    case .success(let result): .completed(result)
    case .failure(let error) where error.recovery == .retryRequest: .prompt(prompt, PromptContext().failing(error))
    case .failure(let error): .failed(error)
    }
  }

  var suspended: JSONValue? { ["code": .string(code), "isPolled": .bool(isPolled)] }
}

/// The flow that belongs to a caller's ticket.
struct WorldTicket {
  let place: (provider: ProviderID, tenant: String)
  let code: String
  let purpose: FlowRequest.Purpose
  let session: SessionID?
  let date: Double
  var isSpent = false
}
