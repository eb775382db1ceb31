import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A visit to the fake identity provider. The provider signs every visitor in: it takes a state, and returns a code and
/// the state.
struct HawcxRedirect: Sendable {
  static let codeLifetime = 60.0

  let method: HawcxMethod
  let state: String
  /// The scheme of an app, or nil if the page returns to an address.
  let returnScheme: String?
  /// The address that the page returns to.
  let target: String
  let url: String
  /// The issued code; nil until the page was visited.
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

  /// Whether the code is the one issued for this visit, and still valid.
  func accepts(_ given: String, now: Date) -> Bool {
    guard let code, now < code.expires else { return false }
    return ConstantTime.equal(given, code.text)
  }
}
