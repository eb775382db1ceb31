import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A flow's visit to the simulated identity provider, which signs every visitor in. The provider receives a state, and
/// returns the state with a code, or with an error if the visitor denies.
struct HawcxRedirect: Sendable {
  /// The lifetime of the provider's code in seconds.
  static let codeLifetime = 60.0

  let method: HawcxMethod
  let state: String
  /// The app's URL scheme to which the page returns; nil if it returns to a URL on loopback.
  let returnScheme: String?
  /// The URL to which the provider's page returns.
  let target: String
  let url: String
  /// The issued code; nil until the user has visited the page.
  var code: (text: String, expires: Date)?

  init(_ method: HawcxMethod, baseURL: String, policy: HawcxPolicy, random: any RandomSource) {
    self.method = method
    returnScheme = policy.returnURL == nil ? policy.returnScheme : nil
    target = policy.returnURL ?? "\(policy.returnScheme)://callback"
    state = random.token()
    var url = baseURL + "/sandbox/redirect?state=" + state
    if policy.returnURL != nil { url += "&redirect_uri=" + PercentEncoding.encode(target) }
    self.url = url
  }

  /// Whether a code is the one that was issued for this visit, and has not expired.
  func accepts(_ given: String, now: Date) -> Bool {
    guard let code, now < code.expires else { return false }
    return ConstantTime.equal(given, code.text)
  }
}
