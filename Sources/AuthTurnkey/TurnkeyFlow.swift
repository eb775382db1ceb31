import AuthCore

/// A sign-in or sign-up by any method. It decides which flow runs, and which flow replaces that flow if the user
/// chooses another method.
struct TurnkeyFlow: FlowLogic {
  typealias Effect = TurnkeyEffect
  typealias Outcome = TurnkeyOutcome

  private let request: FlowRequest
  private let settings: TurnkeySignInSettings
  /// The flow of the method; nil at first, and while a token that the app supplied is examined.
  private var flow: (any FlowLogic<TurnkeyEffect, TurnkeyOutcome>)?

  init(_ request: FlowRequest, _ settings: TurnkeySignInSettings) {
    self.request = request
    self.settings = settings
  }

  mutating func begin() -> FlowStep<Effect> {
    guard let token = request.token else { return begin(with: request.method) }
    return .perform(.take(token, request.method), .request)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    if case .method(let method) = answer, method != .emailOTP, method != .smsOTP { return begin(with: method) }
    return flow?.answered(answer) ?? .failed(.misplaced(answer))
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let step = flow?.received(result) { return step }
    switch result {
    case .success(.taken(let content)): return take(content)
    case .success: return .failed(.misplacedOutcome)
    case .failure(let error): return .failed(error)
    }
  }

  var cancellation: Effect? { flow?.cancellation }

  private mutating func take(_ content: TokenContent) -> FlowStep<Effect> {
    switch content {
    case .session(let session): return .completed(.session(session, isNewUser: false))
    case .contact(let verified):
      var flow = code
      defer { self.flow = flow }
      return flow.begin(with: verified)
    case .identity(let identity, let provider):
      var flow = oauth(provider)
      defer { self.flow = flow }
      return flow.begin(with: identity)
    }
  }

  private mutating func begin(with method: MethodID?) -> FlowStep<Effect> {
    var flow = flow(of: method)
    defer { self.flow = flow }
    return flow.begin()
  }

  private func flow(of method: MethodID?) -> any FlowLogic<TurnkeyEffect, TurnkeyOutcome> {
    if method == .passkey {
      return TurnkeyPasskeyFlow(
        request, signsUp: settings.signsUp, canLookUp: settings.canLookUp,
        defaults: settings.defaults.parameters(for: .passkey))
    }
    return method?.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:)).map { oauth($0) } ?? code
  }

  private var code: TurnkeyCodeFlow {
    TurnkeyCodeFlow(request, signsUp: settings.signsUp, methods: settings.methods, defaults: settings.defaults)
  }

  private func oauth(_ provider: TurnkeyOAuthProvider) -> TurnkeyOAuthFlow {
    TurnkeyOAuthFlow(
      request, provider: provider, signsUp: settings.signsUp,
      defaults: settings.defaults.parameters(for: .oauth(provider.rawValue)))
  }
}
