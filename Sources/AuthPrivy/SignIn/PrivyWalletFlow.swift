import AuthCore

/// Signing in, or linking a wallet, by a message that the app's wallet signs (SIWE, SIWS). Makes the decisions, without
/// I/O.
///
/// The app has the wallet. The flow asks for the wallet's address, unless it is the request's identifier, and then for
/// the wallet's signature of the sign-in message (`SignPrompt`).
struct PrivyWalletFlow: FlowLogic {
  typealias Effect = PrivyFlow.Effect
  typealias Outcome = PrivyFlow.Outcome

  private enum Phase: Sendable {
    case new, asking, fetching
    case prompting(WalletSignInMessage)
    case presenting(WalletSignInMessage)
  }

  private let address: String?
  private var phase = Phase.new
  private var ending: PrivyEnding

  init(_ request: FlowRequest) {
    address = request.identifier?.trimmingBlanks
    ending = PrivyEnding(request.purpose)
  }

  mutating func begin() -> FlowStep<Effect> {
    guard let address, !address.isEmpty else { return ask(nil) }
    return fetch(address)
  }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> {
    switch (phase, answer) {
    case (.asking, .fields(let fields)): return fetch(fields["address"]?.revealText().trimmingBlanks ?? "")
    case (.prompting(let message), .signature(let answer)):
      let signature = answer.revealText().trimmingBlanks
      guard Self.accepts(signature, message.chain) else {
        return prompt(
          message,
          failing: AuthError(
            .invalidCode, "The signature is not in the format that the prompt names. Sign the message again."))
      }
      phase = .presenting(message)
      return .perform(.present(.wallet(message, signature: signature)), .request)
    default: return .failed(.misplaced(answer))
    }
  }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    if let last = ending.step(result) { return last }
    switch (phase, result) {
    case (.fetching, .success(.message(let message))): return prompt(message, failing: nil)
    case (.fetching, .failure(let error)) where error.code == .invalidIdentifier: return ask(error)
    case (.presenting(let message), .failure(let error)) where error.isTransient:
      return prompt(message, failing: error)
    case (_, .failure(let error)): return .failed(error)
    default: return .failed(.misplacedOutcome)
    }
  }

  private mutating func fetch(_ address: String) -> FlowStep<Effect> {
    guard let chain = WalletSignInMessage.chain(of: address) else {
      return ask(
        AuthError(
          .invalidIdentifier,
          "This is not a wallet's address. Enter 0x and 40 hexadecimal digits, or 32 bytes in base58."))
    }
    phase = .fetching
    return .perform(.fetchMessage(address: address, chain), .request)
  }

  private mutating func ask(_ error: AuthError?) -> FlowStep<Effect> {
    phase = .asking
    return .prompt(
      .input([InputField(name: "address", label: "The wallet's address")]), PromptContext(lastError: error))
  }

  private mutating func prompt(_ message: WalletSignInMessage, failing error: AuthError?) -> FlowStep<Effect> {
    phase = .prompting(message)
    let form =
      switch message.chain {
      case .ethereum: "0x and 130 hexadecimal digits"
      case .solana: "64 bytes in base64"
      }
    let prompt = SignPrompt(message: message.text, signer: message.address, form: form)
    let context = PromptContext()
    return .prompt(.sign(prompt), error.map(context.failing) ?? context)
  }

  /// Whether a signature has the chain's form: for Ethereum, 65 bytes (r, s and v) in hexadecimal after `0x`; for
  /// Solana, 64 bytes in base64.
  private static func accepts(_ signature: String, _ chain: WalletSignInMessage.Chain) -> Bool {
    switch chain {
    case .ethereum:
      return signature.hasPrefix("0x") && Hex.decode(String(signature.dropFirst(2)))?.count == 65
    case .solana: return Base64.decode(signature)?.count == 64
    }
  }
}
