import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A visit to the fake identity provider, which signs in whoever comes: state out, code and state back.
struct HawcxRedirect: Sendable {
  static let codeLifetime = 60.0

  let method: HawcxMethod
  let state: String
  let returnScheme: String
  let url: String
  /// The code that was handed out, once somebody was there.
  var code: (text: String, expires: Date)?

  init(_ method: HawcxMethod, baseURL: String, returnScheme: String, random: any RandomSource) {
    self.method = method
    self.returnScheme = returnScheme
    state = random.token()
    url = baseURL + "/sandbox/redirect?state=" + state
  }

  /// Whether the code is the one handed out for this visit, and still good.
  func accepts(_ given: String, now: Date) -> Bool {
    guard let code, now < code.expires else { return false }
    return ConstantTime.equal(given, code.text)
  }
}
