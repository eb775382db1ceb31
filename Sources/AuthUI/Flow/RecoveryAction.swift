import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A possible action of the user after an error; usually a button.
public enum RecoveryAction: Sendable, Hashable {
  /// Correct the input or choose again. The prompt is shown, so no button is needed.
  case correct
  /// Request a new code.
  case resend
  /// Repeat the last answer.
  case repeatAnswer
  /// Wait until this time, at which the actions change.
  case wait(until: Date)
  /// Start again with the same request.
  case restart
  /// Start again with another method.
  case chooseMethod
  /// Sign in again.
  case signIn
  /// Cancel the flow.
  case giveUp

  /// The action's name, such as `repeatAnswer`.
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
