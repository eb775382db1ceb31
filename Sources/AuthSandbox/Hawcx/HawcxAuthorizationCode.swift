import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a code of the token endpoint stands for; it works once, for a minute (H89).
struct HawcxAuthorizationCode: Sendable {
  static let lifetime = 60.0
  /// An hour (H74).
  static let identityTokenLifetime: Int64 = 3600

  let subject: String
  /// nil where the sign-in knows no PKCE.
  let codeChallenge: String?
  var expires: Date
  /// Seconds since 1970.
  let authenticatedAt: Int64
  let methods: [HawcxMethod]
  let isDeviceTrusted: Bool
  var isSpent = false
  /// What a hosted sign-in asked for besides: who may exchange the code, and with which redirect (RFC 6749 §4.1.3).
  var request: HawcxAuthorizationRequest?
}
