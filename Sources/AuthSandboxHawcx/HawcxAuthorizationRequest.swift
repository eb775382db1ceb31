import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A relying party's request at `/authorize` (H67; OpenID Connect Core §3.1.2.1).
struct HawcxAuthorizationRequest: Sendable {
  /// How many seconds the hosted sign-in may take.
  static let lifetime = 900.0

  let clientID: String
  let redirectURI: String
  let state: String?
  let codeChallenge: String
  let nonce: String?
  let expires: Date

  /// The URL to which the browser returns: the redirect URI with the response's parameters and the request's `state`.
  func location(_ fields: [(name: String, value: String)]) -> String {
    let all = fields + (state.map { [(name: "state", value: $0)] } ?? [])
    return redirectURI + (redirectURI.contains("?") ? "&" : "?") + PercentEncoding.encodeForm(all)
  }
}
