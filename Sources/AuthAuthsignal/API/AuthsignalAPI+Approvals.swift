import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The calls of the device that asks for an approval (A57 to A63).
extension AuthsignalAPI {
  /// Sends a challenge to all push devices of the user, or only to the authenticator `authenticatorID` (A58).
  func challengePush(
    action: String, authenticatorID: String? = nil, _ token: ActionToken
  ) async throws(AuthError) -> WaitingChallenge {
    var body: JSONObject = ["action": .string(action)]
    body["userAuthenticatorId"] = authenticatorID.map { .string($0) }
    let answer = try await call("POST", "challenge/push", .object(body), as: .token(token), in: .challenge)
    return WaitingChallenge(
      id: try answer.requiredIdentifier("challengeId"),
      expiresAt: answer["expiresAt"]?.integerValue.map { Date(timeIntervalSince1970: Double($0)) })
  }

  func verifyPush(_ challenge: WaitingChallenge, _ token: ActionToken) async throws(AuthError) -> WaitingState {
    let answer = try await call(
      "POST", "verify/push", ["challengeId": .string(challenge.id)], as: .token(token), in: .verify)
    guard answer["isConsumed"]?.boolValue == true else { return .open }
    return try Self.decided(answer)
  }

  /// Creates a challenge for a QR code. With a token, only the token's user may scan the code; without one, any user
  /// may (A61).
  func challengeQRCode(
    action: String, custom: JSONValue? = nil, _ token: ActionToken? = nil
  ) async throws(AuthError) -> WaitingChallenge {
    var body: JSONObject = ["action": .string(action)]
    body["custom"] = custom
    let answer = try await call("POST", "challenge/qr-code", .object(body), as: Caller(token), in: .challenge)
    return WaitingChallenge(
      id: try answer.requiredIdentifier("challengeId"),
      deviceCode: answer["deviceCode"]?.stringValue.map { Secret($0) },
      expiresAt: answer["expiresAt"]?.stringValue.flatMap { ISO8601.decode($0) })
  }

  func verifyQRCode(_ challenge: WaitingChallenge) async throws(AuthError) -> WaitingState {
    var body: JSONObject = ["challengeId": .string(challenge.id)]
    body["deviceCode"] = challenge.deviceCode.map { .string($0.revealText()) }
    let answer = try await call("POST", "verify/qr-code", .object(body), as: .tenant, in: .verify)
    let isDecided = answer["isVerified"]?.boolValue == true || answer["isConsumed"]?.boolValue == true
    return isDecided ? try Self.decided(answer) : .open
  }

  private static func decided(_ answer: JSONValue) throws(AuthError) -> WaitingState {
    guard answer["isVerified"]?.boolValue == true else { return .denied }
    // `token` in older responses, `accessToken` in newer ones (A62).
    let secret = answer["accessToken"]?.stringValue ?? answer["token"]?.stringValue
    guard let token = secret.flatMap({ ActionToken(Secret($0)) }) else {
      throw AuthError(.malformedResponse, "The response approves the sign-in but contains no JWT. Start again.")
    }
    return .approved(token)
  }
}
