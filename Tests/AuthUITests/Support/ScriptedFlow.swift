import AuthCore
import AuthStorage
import AuthTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The replies of a scripted flow to answers, and the answers that it received.
final class FlowScript: Sendable {
  enum Reply: Sendable {
    /// The flow completes.
    case done
    /// The prompt comes again, with the error.
    case refuse(AuthError)
    /// The flow fails.
    case end(AuthError)
    /// Nothing comes.
    case hang
  }

  private let state: Locked<(replies: [Reply], answers: [String])>

  /// - Parameter replies: one for each answer; `done` when there are no more.
  init(_ replies: [Reply] = []) { state = Locked((replies, [])) }

  var answers: [String] { state.withLock { $0.answers } }

  func reply(to answer: FlowAnswer) -> Reply {
    state.withLock { state in
      state.answers.append(answer.text)
      return state.replies.isEmpty ? .done : state.replies.removeFirst()
    }
  }
}

/// A flow of one prompt, whose server is a script.
struct ScriptedFlow: FlowLogic, FlowPerformer {
  enum Effect: Sendable { case begin, give(FlowAnswer) }
  enum Outcome: Sendable { case asked, replied(FlowScript.Reply) }

  let prompt: Prompt?
  var context = PromptContext()
  let script: FlowScript

  mutating func begin() -> FlowStep<Effect> { .perform(.begin, prompt == nil ? .passkey : .request) }

  mutating func answered(_ answer: FlowAnswer) -> FlowStep<Effect> { .perform(.give(answer), .request) }

  mutating func received(_ result: Result<Outcome, AuthError>) -> FlowStep<Effect> {
    switch (result, prompt) {
    case (.success(.asked), let prompt?): .prompt(prompt, context)
    case (.success(.replied(.done)), _): .completed(.proof(ActionProof(token: Secret("t"), action: nil)))
    case (.success(.replied(.refuse(let error))), let prompt?): .prompt(prompt, context.failing(error))
    case (.success(.replied(.end(let error))), _), (.failure(let error), _): .failed(error)
    default: .failed(AuthError(.internalError, "The script has no such step."))
    }
  }

  func perform(_ effect: Effect) async throws(AuthError) -> Outcome {
    switch effect {
    case .begin:
      if prompt == nil { try await hang() }
      return .asked
    case .give(let answer):
      let reply = script.reply(to: answer)
      if case .hang = reply { try await hang() }
      return .replied(reply)
    }
  }

  private func hang() async throws(AuthError) {
    do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
  }
}

extension AuthFlow {
  /// A flow that shows `prompt`, or holds a passkey ceremony that does not end.
  static func scripted(
    _ prompt: Prompt?, context: PromptContext = PromptContext(), script: FlowScript = FlowScript(),
    clock: any AuthClock = ManualClock(), observer: any AuthObserver = SilentObserver()
  ) -> AuthFlow {
    let services = ProviderServices(
      transport: ScriptedTransport([]), keys: KeyRing(MemoryKeyStore()), records: MemoryRecordStore(), clock: clock,
      observer: observer)
    let flow = ScriptedFlow(prompt: prompt, context: context, script: script)
    return AuthFlow(ProviderFlow(flow, performer: flow), providerID: "fake", services: services)
  }
}

extension FlowAnswer {
  /// A text to compare in tests, such as `code 123456`.
  var text: String {
    switch self {
    case .method(let method): "method \(method)"
    case .account(let account): "account \(account)"
    case .email(let email): "email \(email)"
    case .phone(let phone): "phone \(phone)"
    case .code(let code): "code \(code.revealText())"
    case .fields(let fields):
      "fields " + fields.sorted { $0.key < $1.key }.map { "\($0)=\($1.revealText())" }.joined(separator: ",")
    case .signature(let signature): "signature " + signature.revealText()
    case .callback(let url): "callback \(url.absoluteString)"
    case .resend: "resend"
    case .poll: "poll"
    }
  }
}

/// Waits until a model satisfies the condition; the suite's time limit ends the wait.
@MainActor func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
