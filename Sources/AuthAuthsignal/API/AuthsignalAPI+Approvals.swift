import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The calls of the device that asks for an approval (A57 to A63), or for a link by e-mail (A110).
extension AuthsignalAPI {
  private static let magicLink = "email-magic-link"

  /// Enrols an e-mail address for magic links, which sends the first link.
  func enrollMagicLink(_ contact: Contact, _ token: ActionToken) async throws(AuthError) -> WaitingChallenge {
    linked(try await enroll(Self.magicLink, contact, token).requiredIdentifier("userAuthenticatorId"), token)
  }

  /// Sends a magic link to the address that the user has enrolled.
  func challengeMagicLink(_ token: ActionToken) async throws(AuthError) -> WaitingChallenge {
    linked(try await challenge(Self.magicLink, token), token)
  }

  /// DESIGN A114: the wait for a link ends with the token, after which no poll can succeed. No source gives the
  /// lifetime of a link.
  private func linked(_ id: String, _ token: ActionToken) -> WaitingChallenge {
    WaitingChallenge(id: id, expiresAt: token.expiry(ofChallengeAt: clock.now()))
  }

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

  /// Asks for the state of a challenge (A59, A62, A110).
  ///
  /// - Parameter token: the token of the challenge; nil for a QR code, whose state is requested with the tenant's
  ///   credential.
  func state(
    of challenge: WaitingChallenge, _ method: WaitingMethod, _ token: ActionToken?
  ) async throws(AuthError) -> WaitingState {
    var body = JSONObject()
    // The token identifies the challenge of a link.
    if method != .emailMagicLink { body["challengeId"] = .string(challenge.id) }
    body["deviceCode"] = challenge.deviceCode.map { .string($0.revealText()) }
    let answer = try await call(
      "POST", "verify/" + method.verification, .object(body), as: method == .qrCode ? .tenant : Caller(token),
      in: .verify)
    return try Self.state(answer, method)
  }

  private static func state(_ answer: JSONValue, _ method: WaitingMethod) throws(AuthError) -> WaitingState {
    let isConsumed = answer["isConsumed"]?.boolValue == true
    if answer["isVerified"]?.boolValue == true, isConsumed || method != .push {
      // `token` in older responses, `accessToken` in newer ones (A62).
      let secret = answer["accessToken"]?.stringValue ?? answer["token"]?.stringValue
      guard let token = secret.flatMap({ ActionToken(Secret($0)) }) else {
        throw AuthError(.malformedResponse, "The response approves the sign-in but contains no JWT. Start again.")
      }
      return .approved(token)
    }
    if isConsumed { return .denied }
    return answer["isClaimed"]?.boolValue == true ? .claimed : .open
  }
}
