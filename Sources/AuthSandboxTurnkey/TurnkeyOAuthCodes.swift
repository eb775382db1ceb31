import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The authorisation codes of the simulated social providers. Each works once, and expires after a minute.
struct TurnkeyOAuthCodes: Sendable {
  struct Grant: Sendable {
    /// The provider: `x`, `discord` or `facebook`.
    let provider: String
    let clientID: String
    let redirectURI: String
    /// The S256 challenge that the code verifier must match (RFC 7636 §4.2).
    let challenge: String
    let nonce: String?
    let subject: String
    let expires: Date
  }

  private var grants: [String: Grant] = [:]

  mutating func add(_ grant: Grant, code: String) { grants[code] = grant }

  /// Returns the grant of a code; nil if the code is unknown, used or expired, or if the request does not match the
  /// grant. After any attempt, the code cannot be used again (RFC 6749 §4.1.2).
  mutating func redeem(
    _ code: String, provider: String, clientID: String, redirectURI: String, verifier: String, now: Date
  ) -> Grant? {
    guard let grant = grants.removeValue(forKey: code), grant.expires > now, grant.provider == provider,
      grant.clientID == clientID, grant.redirectURI == redirectURI,
      PKCE.verify(verifier: verifier, challenge: grant.challenge)
    else { return nil }
    return grant
  }
}
