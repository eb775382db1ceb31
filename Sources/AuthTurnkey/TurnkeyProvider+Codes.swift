import AuthCore

extension TurnkeyProvider {
  /// Gives a code back for a verification token, bound to `publicKey`: encrypted where the challenge has a key for it.
  func verify(_ code: Secret, _ challenge: OTPChallenge, publicKey: [UInt8]) async throws(AuthError) -> Secret {
    guard let target = challenge.targetKey else {
      return try await proxy().verify(code, otpID: challenge.otpID, publicKey: publicKey)
    }
    let bundle = try OTPCodeBundle(code: code, publicKey: publicKey, target: target)
    return try await proxy().verify(bundle, otpID: challenge.otpID)
  }
}
