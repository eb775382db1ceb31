import AuthCore

/// Signing in or linking a passkey, or signing in as a guest with the device's secret. The user types nothing.
struct PrivyDirectFlow: FlowLogic {
  typealias Effect = PrivyFlow.Effect
  typealias Outcome = PrivyFlow.Outcome

  private let first: FlowStep<Effect>
  private var ending: PrivyEnding

  /// Signs in with a passkey, or links one.
  init(passkey request: FlowRequest) {
    first = .perform(.holdCeremony(request.passkey), .passkey)
    ending = PrivyEnding(request.purpose)
  }

  /// Signs in as a guest.
  init(guest request: FlowRequest) {
    first = .perform(.readGuestSecret, .request)
    ending = PrivyEnding(request.purpose)
  }

  mutating func begin() -> FlowStep<Effect> { first }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    .failed(.misplaced(answer))
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch result {
    case .success(.proof(let proof)): return .perform(.present(proof), .request)
    case .failure(let error): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }
}
