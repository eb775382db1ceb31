public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error and its circumstances, which decide what the user can do.
public struct RecoverySituation: Sendable {
  /// The error from which the user has to recover.
  public var error: AuthError
  /// The time at which the error occurred, by the same clock as the argument of `actions(at:)`.
  public var since: Date
  /// The open prompt; nil if the flow has ended.
  public var prompt: Prompt?
  /// Whether there is an answer to repeat.
  public var canRepeat: Bool
  /// Whether a new flow can be started.
  public var canStart: Bool

  /// Creates the situation of an error that occurred at `since`.
  public init(_ error: AuthError, since: Date, prompt: Prompt?, canRepeat: Bool, canStart: Bool) {
    self.error = error
    self.since = since
    self.prompt = prompt
    self.canRepeat = canRepeat
    self.canStart = canStart
  }

  /// The time until which the user has to wait, which can be in the past; nil if the error requires no wait.
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

  /// Returns the user's possible actions at `now`, the best action first; `giveUp` is always the last.
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
