import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The enclave's word that a contact was verified, for the key that is named in it (Turnkey protocol notes §4.2).
struct VerificationToken: Sendable {
  /// The token as it came.
  let token: Secret
  /// What a client signature refers to.
  let tokenID: String
  /// When it stops working.
  let expiresAt: Date

  /// Verifies a verification token.
  ///
  /// - Parameters:
  ///   - publicKey: the key that the code was sent with, compressed.
  ///   - contact: what was to be verified.
  /// - Throws: `signature_invalid`, `token_expired`, `invalid_token` for another key's or contact's token.
  init(
    verifying token: Secret, publicKey: [UInt8], contact: Contact, keys: TurnkeyKeys, now: Date
  ) throws(AuthError) {
    let content = try EnclaveToken(token, signer: keys.tlsFetcher, digest: .single, name: "verification token")
    // Milliseconds, and a text: unlike in every other token of the vendor.
    guard let milliseconds = Int64(try content.text("exp")), milliseconds >= 0 else {
      throw AuthError(.invalidToken, "The verification token has no valid claim 'exp'.")
    }
    expiresAt = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    try content.check(expiry: expiresAt, now: now)
    try content.checkBinding(to: publicKey)
    guard try content.text("verification_type") == contact.otpType, contact.isSame(as: try content.text("contact"))
    else { throw AuthError(.invalidToken, "The verification token is for another contact.") }
    tokenID = try content.text("id")
    self.token = token
  }
}
