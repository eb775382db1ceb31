public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in, or linking an account, by the code that Apple's own system returns, without a page (P28). Makes the
/// decisions, without I/O.
///
/// The app shows the system's sheet. The flow asks for the sheet's authorisation code as a field of an `input` prompt.
/// `PromptContext.nativeSignInState` is the `state` for the system's request.
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
    let code = fields["authorizationCode"]?.revealText().trimmingBlanks ?? ""
    guard !code.isEmpty else {
      return prompt(
        visit,
        failing: AuthError(
          .invalidCode, "The system's authorisation code is missing. Show the system's sign-in again."))
    }
    if let state = fields["state"], state != Secret(visit.state) {
      return prompt(
        visit,
        failing: AuthError(
          .redirectMismatch,
          "The state in the system's response does not match the request. Show the system's sign-in again."))
    }
    isPresenting = true
    return .perform(.present(.nativeCode(Secret(code), visit: visit)), .request)
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch result {
    case .success(.page(let found)) where !isPresenting:
      // The vendor identifies the visit by the state in the page's address, which must be the state that this flow
      // made.
      guard found.pageState == found.state else {
        return .failed(
          AuthError(
            .malformedResponse,
            "The state in the address that the vendor returned does not match the request. Sign in again."))
      }
      visit = found
      return prompt(found, failing: nil)
    // It is unknown whether the code is used up, so a new one is needed.
    case .failure(let error): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  private func prompt(_ visit: OAuthVisit, failing error: AuthError?) -> FlowStep<Effect> {
    let context = PromptContext(details: ["nativeSignInState": .string(visit.state)])
    return .prompt(
      .input([InputField(name: "authorizationCode", label: "The authorisation code from the system's sign-in")]),
      error.map { context.failing($0) } ?? context)
  }
}

extension PromptContext {
  /// The `state` for the system's sign-in request; nil unless the prompt is an `input` prompt for the field
  /// `authorizationCode`.
  public var nativeSignInState: String? { details["nativeSignInState"]?.stringValue }
}
