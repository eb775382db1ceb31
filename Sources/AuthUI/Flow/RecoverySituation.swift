public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A problem and where it came up: all that decides what can be done about it.
public struct RecoverySituation: Sendable {
  /// What went wrong.
  public var error: AuthError
  /// When.
  public var since: Date
  /// The prompt that is open; nil when the flow has ended.
  public var prompt: Prompt?
  /// Whether there is an answer to give again.
  public var canRepeat: Bool
  /// Whether a new flow can be started from here.
  public var canStart: Bool

  /// A problem that came up at `since`.
  public init(_ error: AuthError, since: Date, prompt: Prompt?, canRepeat: Bool, canStart: Bool) {
    self.error = error
    self.since = since
    self.prompt = prompt
    self.canRepeat = canRepeat
    self.canStart = canStart
  }

  /// Until when nothing helps; nil where waiting is not what is needed.
  public var waitsUntil: Date? {
    switch error.recovery {
    case .wait(let until): return until
    case .resend:
      if case .enterCode(let code) = prompt, code.isResendable { return code.resendAt }
      return nil
    case .retryRequest, .restart: return error.retryAfter.map { since.adding($0) }
    case .retryInput, .selectMethod, .signIn, .abort: return nil
    }
  }

  /// What can be done at `now`, the best first; `giveUp` is always the last.
  public func actions(at now: Date) -> [RecoveryAction] {
    if let until = waitsUntil, now < until { return [.wait(until: until), .giveUp] }
    return [best].compactMap { $0 } + [.giveUp]
  }

  private var best: RecoveryAction? {
    switch error.recovery {
    case .retryInput: prompt == nil ? starting(.restart) : .correct
    case .restart: starting(.restart)
    case .wait, .retryRequest:
      if prompt == nil { starting(.restart) } else { canRepeat ? .repeatAnswer : .correct }
    case .resend:
      if case .enterCode(let code) = prompt, code.isResendable { .resend } else { starting(.restart) }
    case .selectMethod:
      if case .selectMethod = prompt { .correct } else { starting(.chooseMethod) }
    case .signIn: starting(.signIn)
    case .abort: nil
    }
  }

  private func starting(_ action: RecoveryAction) -> RecoveryAction? { canStart ? action : nil }
}
