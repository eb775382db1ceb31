import AuthCore
import AuthHawcx
import BackendServer

/// The step-ups of signed-in users. A start token of the vendor's management API begins a step-up in the app, and the
/// receipt of the app's flow finishes it here.
actor StepUps {
  private let management: HawcxManagement
  /// The step-ups that users have begun and not finished, by subject. They are kept in memory.
  private var begun: [String: HawcxStepUpPurpose] = [:]

  init(_ management: HawcxManagement) { self.management = management }

  /// Returns a token with which the app starts the flow. A user's second step-up replaces the first.
  ///
  /// - Throws: `invalid_request` for a wrong body or a user without an identifier, and the vendor's errors.
  func begin(_ fields: BackendFields, for user: BackendUser) async throws(AuthError) -> JSONValue {
    // The session determines the user, not a field, so that a user cannot begin a step-up for another
    // user.
    guard let identifier = user.identifier else {
      throw AuthError(
        .invalidRequest, "A step-up needs an e-mail address or a phone number, and the user has none. Add one.")
    }
    let purpose = try Self.purpose(fields)
    let (token, life) = try await management.startToken(for: identifier, purpose: purpose)
    begun[user.subject] = purpose
    return ["startToken": .string(token.revealText()), "expiresIn": .integer(life.components.seconds)]
  }

  /// Redeems the receipt. After that, the action of the step-up is allowed. The vendor's response confirms that a
  /// receipt is valid, but does not name its user. So only the user who began a step-up can finish it, and only once.
  ///
  /// - Throws: `invalid_request` for a body without `receipt`, `forbidden` without a step-up to finish, and the
  ///   vendor's errors.
  func finish(_ fields: BackendFields, for user: BackendUser) async throws(AuthError) -> JSONValue {
    let receipt = Secret(try fields.text("receipt"))
    guard let purpose = begun[user.subject] else {
      throw AuthError(.forbidden, "This user has begun no step-up. Call /hawcx/step-up first.")
    }
    try await management.consume(receipt: receipt)
    guard begun.removeValue(forKey: user.subject) != nil else {
      throw AuthError(.forbidden, "The step-up is already finished. Begin a new one.")
    }
    return ["ok": true, "purpose": .string(purpose.name)]
  }

  private static func purpose(_ fields: BackendFields) throws(AuthError) -> HawcxStepUpPurpose {
    switch try fields.text("purpose") {
    case "change_mfa_method": .changeMethod(to: MethodID(try fields.text("newMethod")))
    case "change_phone_number": .changePhoneNumber(to: try fields.text("newPhoneNumber"))
    default:
      throw AuthError(.invalidRequest, "Send 'change_mfa_method' or 'change_phone_number' as 'purpose'.")
    }
  }
}
