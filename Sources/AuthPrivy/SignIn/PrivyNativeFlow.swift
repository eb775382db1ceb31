public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in, or linking an account, by the code that Apple's own system gives, without a page (P28): what is decided,
/// without I/O.
///
/// The system's sheet is the app's to show: the flow asks for its authorisation code as the field of an `input` prompt,
/// and `PromptContext.nativeSignInState` is what goes into the system's request as its `state`.
struct PrivyNativeFlow: FlowLogic {
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
    guard let visit, !isPresenting, case .fields(let fields) = answer else {
      return .failed(.misplaced(answer))
    }
    let code = fields["authorizationCode"]?.trimmingBlanks ?? ""
    guard !code.isEmpty else {
      return prompt(visit, failing: AuthError(.invalidCode, "The system's authorisation code is missing."))
    }
    if let state = fields["state"], state != visit.state {
      return prompt(
        visit,
        failing: AuthError(.redirectMismatch, "The system's answer has another state than the request was made with."))
    }
    isPresenting = true
    return .perform(.present(.nativeCode(Secret(code), visit: visit)), .request)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch result {
    case .success(.page(let found)) where !isPresenting:
      // The state of the page's address is the one that the vendor knows the visit by; ours, as it should be.
      guard found.pageState == found.state else {
        return .failed(AuthError(.malformedResponse, "The answer's page has another state than was asked for."))
      }
      visit = found
      return prompt(found, failing: nil)
    // The code may be spent or not: only another one tells.
    case .failure(let error): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  private func prompt(_ visit: OAuthVisit, failing error: AuthError?) -> FlowStep<Effect> {
    let context = PromptContext(details: ["nativeSignInState": .string(visit.state)])
    return .prompt(
      .input([InputField(name: "authorizationCode", label: "The authorisation code of the system's sign-in")]),
      error.map { context.failing($0) } ?? context)
  }
}

extension PromptContext {
  /// What goes into the system's sign-in request as its `state`: under an `input` prompt with the field
  /// `authorizationCode`.
  public var nativeSignInState: String? { details["nativeSignInState"]?.stringValue }
}
