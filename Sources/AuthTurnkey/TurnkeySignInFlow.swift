import AuthCore

/// Signing in or up by any method: which flow runs, and which flow replaces it when the user chooses another method.
struct TurnkeySignInFlow: FlowLogic {
  /// An effect for the performer.
  enum Effect: Sendable {
    case code(TurnkeyFlow.Effect)
    case passkey(TurnkeyPasskeyFlow.Effect)
    case oauth(TurnkeyOAuthFlow.Effect)
    /// Determines the kind of a token that the app supplied, and which of this device's keys it belongs to.
    case take(Secret, MethodID?)
  }

  /// The result of an effect.
  enum Outcome: Sendable {
    case code(TurnkeyFlow.Outcome)
    case passkey(TurnkeyPasskeyFlow.Outcome)
    case oauth(TurnkeyOAuthFlow.Outcome)
    case taken(TokenContent)
  }

  private enum Stage: Sendable {
    case token
    case code(TurnkeyFlow)
    case passkey(TurnkeyPasskeyFlow)
    case oauth(TurnkeyOAuthFlow)
  }

  private let request: FlowRequest
  private let settings: TurnkeySignInSettings
  private var stage: Stage

  init(_ request: FlowRequest, _ settings: TurnkeySignInSettings) {
    self.request = request
    self.settings = settings
    if request.token != nil {
      stage = .token
    } else {
      stage = Self.stage(request.method, request, settings)
    }
  }

  mutating func begin() -> FlowStep<Effect> {
    switch stage {
    case .token:
      guard let token = request.token else { return Self.lost }
      return .perform(.take(token, request.method), .request)
    case .code(var flow): return follow(flow.begin(), flow)
    case .passkey(var flow): return follow(flow.begin(), flow)
    case .oauth(var flow): return follow(flow.begin(), flow)
    }
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    if case .method(let method) = answer, method != .emailOTP, method != .smsOTP {
      stage = Self.stage(method, request, settings)
      return begin()
    }
    switch stage {
    case .token: return Self.lost
    case .code(var flow): return follow(flow.answered(answer), flow)
    case .passkey(var flow): return follow(flow.answered(answer), flow)
    case .oauth(var flow): return follow(flow.answered(answer), flow)
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (stage, result) {
    case (.token, .success(.taken(let content))): return take(content)
    case (.token, .failure(let error)): return .failed(error)
    case (.code(var flow), .success(.code(let outcome))): return follow(flow.received(.success(outcome)), flow)
    case (.code(var flow), .failure(let error)): return follow(flow.received(.failure(error)), flow)
    case (.passkey(var flow), .success(.passkey(let outcome))): return follow(flow.received(.success(outcome)), flow)
    case (.passkey(var flow), .failure(let error)): return follow(flow.received(.failure(error)), flow)
    case (.oauth(var flow), .success(.oauth(let outcome))): return follow(flow.received(.success(outcome)), flow)
    case (.oauth(var flow), .failure(let error)): return follow(flow.received(.failure(error)), flow)
    default: return Self.lost
    }
  }

  var cancellation: Effect? {
    switch stage {
    case .token: nil
    case .code(let flow): flow.cancellation.map(Effect.code)
    case .passkey(let flow): flow.cancellation.map(Effect.passkey)
    case .oauth(let flow): flow.cancellation.map(Effect.oauth)
    }
  }

  private mutating func take(_ content: TokenContent) -> FlowStep<Effect> {
    switch content {
    case .session(let session): return .completed(.session(session, isNewUser: false))
    case .contact(let verified):
      var flow = Self.code(request, settings)
      return follow(flow.begin(with: verified), flow)
    case .identity(let identity, let provider):
      var flow = Self.oauth(provider, request, settings)
      return follow(flow.begin(with: identity), flow)
    }
  }

  private static func stage(
    _ method: MethodID?, _ request: FlowRequest, _ settings: TurnkeySignInSettings
  ) -> Stage {
    if method == .passkey {
      return .passkey(
        TurnkeyPasskeyFlow(
          request, signsUp: settings.signsUp, canLookUp: settings.canLookUp,
          defaults: settings.defaults.parameters(for: .passkey)))
    }
    if let provider = method?.oauthProvider.flatMap(TurnkeyOAuthProvider.init(rawValue:)) {
      return .oauth(oauth(provider, request, settings))
    }
    return .code(code(request, settings))
  }

  private static func code(_ request: FlowRequest, _ settings: TurnkeySignInSettings) -> TurnkeyFlow {
    TurnkeyFlow(request, signsUp: settings.signsUp, methods: settings.methods, defaults: settings.defaults)
  }

  private static func oauth(
    _ provider: TurnkeyOAuthProvider, _ request: FlowRequest, _ settings: TurnkeySignInSettings
  ) -> TurnkeyOAuthFlow {
    TurnkeyOAuthFlow(
      request, provider: provider, signsUp: settings.signsUp,
      defaults: settings.defaults.parameters(for: .oauth(provider.rawValue)))
  }

  private mutating func follow(_ step: FlowStep<TurnkeyFlow.Effect>, _ flow: TurnkeyFlow) -> FlowStep<Effect> {
    stage = .code(flow)
    return step.map(Effect.code)
  }

  private mutating func follow(
    _ step: FlowStep<TurnkeyPasskeyFlow.Effect>, _ flow: TurnkeyPasskeyFlow
  ) -> FlowStep<Effect> {
    stage = .passkey(flow)
    return step.map(Effect.passkey)
  }

  private mutating func follow(
    _ step: FlowStep<TurnkeyOAuthFlow.Effect>, _ flow: TurnkeyOAuthFlow
  ) -> FlowStep<Effect> {
    stage = .oauth(flow)
    return step.map(Effect.oauth)
  }

  private static var lost: FlowStep<Effect> {
    .failed(.misplacedOutcome)
  }
}
