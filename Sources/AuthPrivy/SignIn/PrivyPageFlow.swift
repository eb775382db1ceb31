import AuthCore

/// Signing in, or linking an account, by the page of another service (OAuth with PKCE). Makes the decisions, without
/// I/O.
struct PrivyPageFlow: FlowLogic {
  typealias Effect = PrivyFlow.Effect
  typealias Outcome = PrivyFlow.Outcome

  private let service: String
  private var visit: OAuthVisit?
  private var isPresenting = false
  private var ending: PrivyEnding

  init(_ request: FlowRequest, service: String) {
    self.service = service
    ending = PrivyEnding(request.purpose)
  }

  mutating func begin() -> FlowStep<Effect> { .perform(.findPage(service), .request) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    guard let visit, case .callback(let callback) = answer else {
      return .failed(.misplaced(answer))
    }
    do throws(AuthError) {
      let proof = try visit.receive(callback)
      isPresenting = true
      return .perform(.present(proof), .request)
    } catch {
      // A callback that does not match this visit may be forged, so the page stays open.
      guard error.code == .redirectMismatch else { return .failed(error) }
      return .prompt(visit.prompt, PromptContext(lastError: error))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch result {
    case .success(.page(let found)) where !isPresenting:
      visit = found
      return .prompt(found.prompt, PromptContext())
    // It is unknown whether the code is used up, so a new visit is needed.
    case .failure(let error): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }
}
