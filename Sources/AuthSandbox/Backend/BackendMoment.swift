package import AuthCore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What the backend needs of the world to make tokens: the time, chance, and the lifetimes that were asked for.
package struct BackendMoment: Sendable {
  package let now: Date
  package let random: any RandomSource
  let policies: [String: JSONObject]

  /// How long an access token lives.
  func accessTokenSeconds(_ provider: String) -> Int64 {
    policies[provider]?["accessTokenSeconds"]?.integerValue ?? 3600
  }

  /// How long a spent refresh token still gets the answer that it got.
  func graceSeconds(_ provider: String) -> Int64 {
    policies[provider]?["refreshReuseGraceSeconds"]?.integerValue ?? 10
  }
}

extension SandboxWorld {
  /// Signs somebody in at the app's backend: the answer of its exchange routes.
  package mutating func issueAppSession(provider: String, subject: String, identifier: String? = nil) -> JSONObject {
    backend.issue(provider: provider, subject: subject, identifier: identifier, at: backendMoment)
  }

  var backendMoment: BackendMoment { BackendMoment(now: now, random: random, policies: policies) }
}
