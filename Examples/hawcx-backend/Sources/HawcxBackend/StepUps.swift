import AuthCore
import AuthHawcx
import BackendServer

/// Step-ups of signed-in users: a start token of the vendor's management API begins one in the app, and the receipt that
/// it ends in finishes it here.
actor StepUps {
  private let management: HawcxManagement
  /// What each user has begun and not finished. In memory, as the sessions are.
  private var begun: [String: HawcxStepUpPurpose] = [:]

  init(_ management: HawcxManagement) { self.management = management }

  /// A token that the app starts the flow with. A user's second one takes the place of the first.
  func begin(_ fields: BackendFields, for user: AppSessions.User) async throws(AuthError) -> JSONValue {
    // Whose step-up it is, the session says and no field: nobody begins one for another user.
    guard let identifier = user.identifier else {
      throw AuthError(.invalidRequest, "The user has neither e-mail address nor telephone number.")
    }
    let purpose = try Self.purpose(fields)
    let (token, life) = try await management.startToken(for: identifier, purpose: purpose)
    begun[user.subject] = purpose
    return ["startToken": .string(token.revealText()), "expiresIn": .integer(life.components.seconds)]
  }

  /// Spends the receipt; what the step-up was for may be done now. The vendor's answer says that a receipt is good and
  /// not whose it is, so that only who has begun a step-up can finish one, and once.
  func finish(_ fields: BackendFields, for user: AppSessions.User) async throws(AuthError) -> JSONValue {
    let receipt = Secret(try fields.text("receipt"))
    guard let purpose = begun[user.subject] else {
      throw AuthError(.forbidden, "No step-up was begun with this session.")
    }
    try await management.consume(receipt: receipt)
    guard begun.removeValue(forKey: user.subject) != nil else {
      throw AuthError(.forbidden, "The step-up was finished in the meantime.")
    }
    return ["ok": true, "purpose": .string(purpose.name)]
  }

  private static func purpose(_ fields: BackendFields) throws(AuthError) -> HawcxStepUpPurpose {
    switch try fields.text("purpose") {
    case "change_mfa_method": .changeMethod(to: MethodID(try fields.text("newMethod")))
    case "change_phone_number": .changePhoneNumber(to: try fields.text("newPhoneNumber"))
    default:
      throw AuthError(.invalidRequest, "purpose is one of change_mfa_method and change_phone_number.")
    }
  }
}
