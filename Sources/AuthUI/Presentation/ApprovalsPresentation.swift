public import AuthCore

/// What the list of sign-ins to approve shows: `ApprovalsModel.presentation(numbers:)` makes it.
public struct ApprovalsPresentation: Sendable, Equatable {
  /// What a button of a challenge does.
  public enum Action: Sendable, Hashable {
    /// Approves the sign-in: `ApprovalsModel.approve(_:number:)`.
    case approve
    /// Denies the sign-in: `ApprovalsModel.deny(_:)`.
    case deny
  }

  /// A sign-in of another device.
  public struct Row: Sendable, Hashable {
    /// The challenge.
    public var challenge: PendingChallenge
    /// What is to be approved.
    public var title: Phrase
    /// Where the sign-in was requested; nil if it is not known.
    public var origin: Phrase?
    /// The time left; nil if the challenge does not expire.
    public var expiry: Phrase?
    /// The label of the field for the number that the other device shows; nil if no number is needed.
    public var number: Phrase?
    /// The buttons.
    public var actions: [ScreenAction<Action>]

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - challenge: the challenge.
    ///   - expiry: the time left; nil if the challenge does not expire.
    ///   - canApprove: whether it can be approved with the number that the user typed.
    ///   - isBusy: whether a call is in progress.
    public init(_ challenge: PendingChallenge, expiry: Countdown?, canApprove: Bool, isBusy: Bool) {
      self.challenge = challenge
      title = challenge.action.map { .verbatim($0) } ?? Phrase("approval.action")
      origin = challenge.origin.map { .verbatim($0) }
      self.expiry = expiry.map { Phrase("approval.expiresIn", ["time": .text($0.text)]) }
      number = challenge.needsNumber ? Phrase("approval.number") : nil
      actions = [
        ScreenAction(.approve, Phrase("approval.approve"), isEnabled: canApprove),
        ScreenAction(.deny, Phrase("approval.deny"), isEnabled: !isBusy, isDestructive: true),
      ]
    }
  }

  /// The title.
  public var title = Phrase("approval.title")
  /// The sign-ins, in the server's order.
  public var rows: [Row]
  /// Says that nothing waits; nil if something does.
  public var empty: Phrase?
  /// The title of the button that asks the server again.
  public var reload = Phrase("approval.reload")
  /// Whether a call is in progress.
  public var isBusy: Bool
  /// The error of the last call; nil if there was none.
  public var problem: FlowPresentation.Problem?

  /// Creates the presentation; by default no call is in progress, and there was no error.
  public init(_ rows: [Row], isBusy: Bool = false, problem: AuthError? = nil) {
    self.rows = rows
    empty = rows.isEmpty ? Phrase("approval.empty") : nil
    self.isBusy = isBusy
    self.problem = problem.map { FlowPresentation.Problem($0, wait: nil) }
  }
}

extension ApprovalsModel {
  /// Returns what the list shows now.
  ///
  /// - Parameter numbers: what the user has typed, by the challenges' ids.
  public func presentation(numbers: [String: String] = [:]) -> ApprovalsPresentation {
    let rows = pending.map { challenge in
      ApprovalsPresentation.Row(
        challenge, expiry: expiry(of: challenge),
        canApprove: canApprove(challenge, number: numbers[challenge.id] ?? ""), isBusy: isBusy)
    }
    return ApprovalsPresentation(rows, isBusy: isBusy, problem: problem)
  }
}
