import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The enclave's statement that a contact was verified for the key that the token names (T77).
struct VerificationToken: Sendable {
  /// The token as received.
  let token: Secret
  /// The ID that a client signature names.
  let tokenID: String
  /// When the token expires.
  let expiresAt: Date
  /// Whether the token is bound to the key. Tokens of the first version may be unbound.
  let isBound: Bool

  /// Verifies a verification token.
  ///
  /// - Parameters:
  ///   - publicKey: the key that was submitted with the code, compressed.
  ///   - contact: the contact that the token has to be for.
  ///   - version: the version of the calls. Tokens of the first version may have the older form: signed by an older
  ///     key, with times in seconds, and not bound to a key.
  /// - Throws: `signature_invalid`, `token_expired`, `invalid_token` for a malformed token and for a token of another
  ///   key or contact, `invalid_configuration` if the pinned key is not a point of P-256.
  init(
    verifying token: Secret, publicKey: [UInt8], contact: Contact, keys: TurnkeyKeys,
    version: OTPVersion = .second, now: Date
  ) throws(AuthError) {
    let content = try Self.content(of: token, keys, version)
    expiresAt = try Self.expiry(content, version)
    try content.check(expiry: expiresAt, now: now)
    isBound = version == .second || content.claims["public_key"] != nil
    if isBound { try content.checkBinding(to: publicKey) }
    guard try content.text("verification_type") == contact.otpType, contact.isSame(as: try content.text("contact"))
    else { throw AuthError(.invalidToken, "The verification token is for another contact. Start again.") }
    tokenID = try content.text("id")
    self.token = token
  }

  private static func content(
    of token: Secret, _ keys: TurnkeyKeys, _ version: OTPVersion
  ) throws(AuthError) -> EnclaveToken {
    do throws(AuthError) {
      return try EnclaveToken(token, signer: keys.tlsFetcher, digest: .single, name: "verification token")
    } catch where version == .first && error.code == .signatureInvalid {
      return try EnclaveToken(token, signer: keys.legacyVerification, digest: .single, name: "verification token")
    }
  }

  private static func expiry(_ content: EnclaveToken, _ version: OTPVersion) throws(AuthError) -> Date {
    // The time is in milliseconds and is a string, unlike in the vendor's other tokens.
    if let text = content.claims["exp"]?.stringValue, let milliseconds = Int64(text), milliseconds >= 0 {
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    if version == .first, let seconds = content.claims["exp"]?.integerValue, seconds >= 0 {
      return Date(timeIntervalSince1970: Double(seconds))
    }
    throw AuthError(
      .invalidToken,
      "The vendor's verification token has no claim 'exp', or the claim is not a time in the vendor's form. Sign in "
        + "again. If this happens again, report this to Latchkey's maintainers.")
  }
}
