package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The backend's inputs for making tokens: the time, the source of randomness, and the configured lifetimes.
package struct BackendMoment: Sendable {
  package let now: Date
  package let random: any RandomSource
  let policies: [String: JSONObject]

  /// Returns the lifetime in seconds of an access token from a sign-in with `provider`; 3600 by default.
  func accessTokenSeconds(_ provider: String) -> Int64 {
    policies[provider]?["accessTokenSeconds"]?.integerValue ?? 3600
  }

  /// Returns the grace period in seconds; 10 by default. A refresh token that is used again within the grace period
  /// after its first use gets the first response again.
  func graceSeconds(_ provider: String) -> Int64 {
    policies[provider]?["refreshReuseGraceSeconds"]?.integerValue ?? 10
  }
}

extension SandboxWorld {
  /// Signs a user in at the app's backend, and returns the response of the backend's exchange routes.
  package mutating func issueAppSession(provider: String, subject: String, identifier: String? = nil) -> JSONObject {
    backend.issue(provider: provider, subject: subject, identifier: identifier, at: backendMoment)
  }

  var backendMoment: BackendMoment { BackendMoment(now: now, random: random, policies: policies) }
}
