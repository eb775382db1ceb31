import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A visit to the fake identity provider, which signs every visitor in: state out, code and state back.
struct HawcxRedirect: Sendable {
  static let codeLifetime = 60.0

  let method: HawcxMethod
  let state: String
  /// The scheme of an app, or nil where the page comes back to an address.
  let returnScheme: String?
  /// Where the page comes back to.
  let target: String
  let url: String
  /// The code that was handed out, once the page was visited.
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

  /// Whether the code is the one handed out for this visit, and still good.
  func accepts(_ given: String, now: Date) -> Bool {
    guard let code, now < code.expires else { return false }
    return ConstantTime.equal(given, code.text)
  }
}
