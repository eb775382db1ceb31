public import AuthCore
public import Observation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A flow as a view sees it: what to show now, and what the user can do about it.
///
/// Follows the flow for as long as the model lives. Every answer that cannot be given is kept in `answerError`, so
/// that a button's action needs no error handling of its own.
@MainActor @Observable
public final class FlowModel {
  /// What the user has to do; nil while there is nothing.
  public private(set) var prompt: Prompt?
  /// What surrounds the prompt.
  public private(set) var context = PromptContext()
  /// What is under way; nil while nothing is.
  public private(set) var activity: Activity?
  /// What the flow ended in; nil until then, and when it failed.
  public private(set) var result: FlowResult?
  /// Why the flow ended without a result.
  public private(set) var failure: AuthError?
  /// Why the last answer could not be given, as opposed to being refused: see `context.lastError` for that.
  public private(set) var answerError: AuthError?

  /// The flow that is followed.
  public let flow: AuthFlow
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Follows `flow`.
  public init(_ flow: AuthFlow) {
    self.flow = flow
    following = Task { [weak self, flow] in
      for await update in flow {
        guard let self else { return }
        self.show(update)
      }
    }
  }

  deinit { following?.cancel() }

  /// Whether the flow has ended.
  public var isFinished: Bool { result != nil || failure != nil }

  /// Gives an answer.
  public func answer(_ answer: FlowAnswer) async {
    answerError = nil
    do throws(AuthError) {
      try await flow.answer(answer)
    } catch {
      answerError = error
    }
  }

  /// Gives a code; blanks around it do not count.
  public func submit(code: String) async { await answer(.code(Secret(code.trimmingBlanks))) }

  /// Whether a new code can be asked for at `date`.
  public func canResend(at date: Date = Date()) -> Bool {
    if case .enterCode(let code) = prompt { code.canResend(at: date) } else { false }
  }

  /// Gives up.
  public func cancel() async { await flow.cancel() }

  private func show(_ update: FlowUpdate) {
    activity = nil
    switch update {
    case .idle: break
    case .working(let activity): self.activity = activity
    case .prompt(let prompt, let context):
      self.prompt = prompt
      self.context = context
    case .completed(let result):
      prompt = nil
      self.result = result
    case .failed(let error):
      prompt = nil
      failure = error
    }
  }
}
