import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a user can do about a problem: a button, as a rule.
public enum RecoveryAction: Sendable, Hashable {
  /// Correct what was typed, or choose again: the prompt is there, no button is needed.
  case correct
  /// Ask for a new code.
  case resend
  /// Give the last answer again.
  case repeatAnswer
  /// Nothing before this time; then what stands here changes.
  case wait(until: Date)
  /// Begin again, with the same request.
  case restart
  /// Begin again, and choose another method.
  case chooseMethod
  /// Sign in again.
  case signIn
  /// Give up.
  case giveUp

  /// The action's name: `repeatAnswer`.
  public var name: String {
    switch self {
    case .correct: "correct"
    case .resend: "resend"
    case .repeatAnswer: "repeatAnswer"
    case .wait: "wait"
    case .restart: "restart"
    case .chooseMethod: "chooseMethod"
    case .signIn: "signIn"
    case .giveUp: "giveUp"
    }
  }
}
