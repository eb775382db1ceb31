import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a code of the token endpoint stands for.
struct HawcxAuthorizationCode: Sendable {
  static let lifetime = 60.0
  static let identityTokenLifetime: Int64 = 300

  let subject: String
  let codeChallenge: String
  let expires: Date
  /// Seconds since 1970.
  let authenticatedAt: Int64
  let methods: [HawcxMethod]
  let isDeviceTrusted: Bool
  var isSpent = false
}
