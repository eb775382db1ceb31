public import AuthCore
public import AuthTurnkey

/// A call that waits for another factor of its user.
public struct TurnkeyFactorPrompt: Sendable, Identifiable {
  /// What waits, and which factors are still required.
  public let request: TurnkeyFactorRequest
  private let answer: AsyncStream<Bool>.Continuation

  init(request: TurnkeyFactorRequest, answer: AsyncStream<Bool>.Continuation) {
    self.request = request
    self.answer = answer
  }

  /// The vendor's ID of the activity that waits.
  public var id: String { request.activityID }

  /// The factors of the next step of each policy that is not satisfied: one of them is enough for the step.
  public var methods: [TurnkeyFactorStatus.Method] {
    request.statuses.filter { !$0.isSatisfied }.compactMap(\.requiredSteps.first).flatMap(\.self)
  }

  /// Approves the activity with another credential of its user, such as a passkey, and lets the call continue. After an
  /// error, the prompt stays.
  ///
  /// - Throws: the errors of `TurnkeyFactorRequest.approve(by:)`.
  public func approve(by stamper: any Stamper) async throws(AuthError) {
    try await request.approve(by: stamper)
    satisfied()
  }

  /// Lets the call continue: the app has satisfied the factors itself, with `request` or at its backend.
  public func satisfied() {
    answer.yield(true)
    answer.finish()
  }

  /// Ends the call with the error `cancelled`. The activity still waits at the vendor.
  public func cancel() { answer.finish() }
}
