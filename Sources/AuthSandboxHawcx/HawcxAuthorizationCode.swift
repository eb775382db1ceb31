import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The grant of a token endpoint's code, which works once, for a minute (H89).
struct HawcxAuthorizationCode: Sendable {
  static let lifetime = 60.0
  /// An hour (H74).
  static let identityTokenLifetime: Int64 = 3600

  let subject: String
  /// nil where the sign-in has no PKCE.
  let codeChallenge: String?
  var expires: Date
  /// Seconds since 1970.
  let authenticatedAt: Int64
  let methods: [HawcxMethod]
  let isDeviceTrusted: Bool
  var isSpent = false
  /// The further terms of a hosted sign-in: the client that may exchange the code, and its redirect (RFC 6749 §4.1.3).
  var request: HawcxAuthorizationRequest?
}
