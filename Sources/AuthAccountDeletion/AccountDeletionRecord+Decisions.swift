import AuthCore

/// The decisions of a deletion: (record, event) → (record, command). The runner stores the changed record before it
/// performs the command, so that after a crash the record is never behind what happened.
///
/// Only `confirmed` leads to a request. Only an outcome `deleted` leads to the removal of data.
extension AccountDeletionRecord {
  enum Event: Sendable {
    /// The user confirmed the deletion: now, or again after an outcome that is not known. `hasCode`: the app passed an
    /// authorization code of Apple that was not used before.
    case confirmed(hasCode: Bool)
    /// The revocation of Apple's tokens ended.
    case revoked(AccountDeletionOutcome)
    /// The caller was cancelled before the deletion was sent.
    case cancelled
    /// The request ended.
    case answered(AccountDeletionOutcome)
    /// A later start continues the removal of data.
    case resumed
    /// A step on this device ended, with an error or without one.
    case ended(Step, AuthError?)
  }

  enum Command: Sendable, Equatable {
    /// Have the backend revoke Apple's tokens.
    case revoke
    /// Send the deletion.
    case send
    /// Take a step on this device.
    case remove(Step)
    /// Stop: nothing was deleted. The record stays.
    case stop(AuthError)
    /// Stop: nothing was deleted, and nothing is left to do. The record is removed.
    case drop(AuthError)
    /// Stop: it is not known whether the account is deleted. The record stays.
    case doubt(AuthError)
    /// Stop: the account is deleted. The record stays if steps are left; otherwise it is removed.
    case finish
  }

  mutating func handle(_ event: Event) -> Command {
    switch (event, stage) {
    case (.confirmed(let hasCode), .planned): return begin(hasCode: hasCode)
    case (.confirmed, .sent):
      stage = .sent(isRepeated: true)
      return .send
    case (.revoked(let outcome), .planned): return revoked(outcome)
    case (.cancelled, .sent(isRepeated: false)): return refused(.cancelled)
    case (.cancelled, .sent(isRepeated: true)): return .doubt(.cancelled)
    case (.answered(let outcome), .sent(let isRepeated)): return answered(outcome, isRepeated)
    case (.confirmed, .deleted(let left)), (.resumed, .deleted(let left)):
      return left.first.map { .remove($0) } ?? .finish
    case (.ended(let step, let error), .deleted(let left)):
      if error == nil { stage = .deleted(left: left.filter { $0 != step }) }
      // A step that failed does not prevent the later steps.
      return Step.allCases.drop { $0 != step }.dropFirst().first(where: left.contains).map { .remove($0) } ?? .finish
    case (.resumed, .planned): return .stop(Self.unconfirmed)
    case (.resumed, .sent): return .doubt(Self.unconfirmed)
    case (.revoked, _), (.cancelled, _), (.answered, _), (.ended, _):
      return .doubt(
        AuthError(
          .internalError, "An event does not fit the stage of the deletion. Report this to Latchkey's maintainers."))
    }
  }

  private mutating func begin(hasCode: Bool) -> Command {
    switch (revocation, hasCode) {
    case (.done, _), (.none, false):
      stage = .sent(isRepeated: false)
      return .send
    case (.none, true), (.sent, true):
      revocation = .sent
      return .revoke
    case (.sent, false): return .stop(Self.codeNeeded)
    }
  }

  private mutating func revoked(_ outcome: AccountDeletionOutcome) -> Command {
    switch outcome {
    case .deleted:
      revocation = .done
      stage = .sent(isRepeated: false)
      return .send
    case .refused(let error):
      revocation = .none
      return .drop(error)
    case .unknown(let error): return .stop(error)
    }
  }

  private mutating func answered(_ outcome: AccountDeletionOutcome, _ isRepeated: Bool) -> Command {
    switch outcome {
    case .deleted:
      stage = .deleted(left: Step.allCases)
      return .remove(Step.allCases[0])
    case .refused(let error):
      // The earlier request may have deleted the account, and the session with it, so a refusal proves nothing now.
      return isRepeated ? .doubt(error) : refused(error)
    case .unknown(let error): return .doubt(error)
    }
  }

  /// The account exists. The record is kept only if it has to say that Apple's tokens are revoked.
  private mutating func refused(_ error: AuthError) -> Command {
    stage = .planned
    return revocation == .done ? .stop(error) : .drop(error)
  }

  private static let codeNeeded = AuthError(
    .invalidState,
    "Nothing was deleted. It is not known whether Apple revoked the tokens, because the response to an earlier request "
      + "was lost. Pass a new authorization code in `revoking`.")
  private static let unconfirmed = AuthError(
    .invalidState, "The user has not confirmed the deletion again. Ask the user, then call confirmAccountDeletion.")
}
