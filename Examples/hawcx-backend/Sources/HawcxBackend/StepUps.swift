import AuthCore
import AuthHawcx
import BackendServer

/// Step-ups of signed-in users: a start token of the vendor's management API begins one in the app, and the
/// receipt from its end finishes it here.
actor StepUps {
  private let management: HawcxManagement
  /// The step-ups that users have begun and not finished. In memory, like the sessions.
  private var begun: [String: HawcxStepUpPurpose] = [:]

  init(_ management: HawcxManagement) { self.management = management }

  /// A token with which the app starts the flow. A user's second one replaces the first.
  func begin(_ fields: BackendFields, for user: AppSessions.User) async throws(AuthError) -> JSONValue {
    // The session determines the user, not a field, so that a user cannot begin a step-up for another one.
    guard let identifier = user.identifier else {
      throw AuthError(.invalidRequest, "The user has neither an e-mail address nor a telephone number.")
    }
    let purpose = try Self.purpose(fields)
    let (token, life) = try await management.startToken(for: identifier, purpose: purpose)
    begun[user.subject] = purpose
    return ["startToken": .string(token.revealText()), "expiresIn": .integer(life.components.seconds)]
  }

  /// Redeems the receipt; the action of the step-up is allowed now. The vendor's response says that a receipt is valid,
  /// but not to which user it belongs. So only the user who began a step-up can finish it, and only once.
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
      throw AuthError(.invalidRequest, "Send change_mfa_method or change_phone_number as purpose.")
    }
  }
}
