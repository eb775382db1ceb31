public import AuthTurnkey
public import Observation

/// Shows additional factors as prompts. When a login, a renewal or a submission waits for another factor, a prompt
/// appears here; the view asks the user and answers the prompt, and the call continues (T37).
///
/// ```swift
/// let factors = TurnkeyFactorPrompts()
/// let auth = try AuthClient(configuration: configuration, plugins: [.turnkey(satisfying: factors.handler)])
/// ```
@MainActor @Observable
public final class TurnkeyFactorPrompts {
  /// The prompts that wait for an answer, the oldest first.
  public private(set) var prompts: [TurnkeyFactorPrompt] = []
  /// The prompt to show; nil if no call waits for a factor.
  public var prompt: TurnkeyFactorPrompt? { prompts.first }

  /// Creates an empty list of prompts.
  nonisolated public init() {}

  /// The handler for `ProviderPlugin.turnkey(satisfying:)` or `TurnkeyClient.satisfyingFactors(by:)`. A prompt
  /// disappears with the task that waits for it.
  nonisolated public var handler: TurnkeyFactorHandler {
    { [weak self] request in try await self?.satisfy(request) }
  }

  private func satisfy(_ request: TurnkeyFactorRequest) async throws {
    let (answers, answer) = AsyncStream<Bool>.makeStream()
    let prompt = TurnkeyFactorPrompt(request: request, answer: answer)
    prompts.append(prompt)
    defer { prompts.removeAll { $0.id == prompt.id } }
    for await isSatisfied in answers where isSatisfied { return }
    throw CancellationError()
  }
}
