import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The grant behind an authorisation code, which works once and expires after a minute (H89).
struct HawcxAuthorizationCode: Sendable {
  /// The lifetime of the code in seconds.
  static let lifetime = 60.0
  /// The lifetime of ID tokens in seconds: an hour (H74).
  static let identityTokenLifetime: Int64 = 3600

  let subject: String
  /// The code challenge (RFC 7636 §4.2); nil if the sign-in does not use PKCE.
  let codeChallenge: String?
  var expires: Date
  /// When the user signed in, in seconds since 1970.
  let authenticatedAt: Int64
  let methods: [HawcxMethod]
  let isDeviceTrusted: Bool
  var isSpent = false
  /// For a hosted sign-in, the relying party's request: only its client may exchange the code, with its redirect URI
  /// (RFC 6749 §4.1.3).
  var request: HawcxAuthorizationRequest?
}
