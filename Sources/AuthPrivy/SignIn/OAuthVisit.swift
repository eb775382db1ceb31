import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One visit to the sign-in page of another service, with the values that check its callback (P27).
struct OAuthVisit: Sendable {
  /// The service's name, such as `google`.
  let service: String
  /// The page to open.
  let page: URL
  /// The callback's scheme; nil if a web address receives the callback.
  let callbackScheme: String?
  let state: String
  /// The code verifier (RFC 7636), which stays on the device until the code is exchanged.
  let verifier: Secret

  /// The maximum length of a callback, in bytes. DESIGN P9: longer callbacks are rejected before they are parsed.
  private static let maximumLength = 16_384

  /// The `state` in the page's address; nil if the address has no `state`.
  var pageState: String? {
    let query = page.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return PercentEncoding.decodeForm(query)?.first { $0.name == "state" }?.value
  }

  var prompt: Prompt { .redirect(RedirectPrompt(url: page, callbackScheme: callbackScheme, callbackState: state)) }

  /// The code in a callback.
  ///
  /// - Throws: `redirect_mismatch` for a callback that is too long or malformed, repeats a parameter, or has a wrong
  ///   scheme or state; `redirect_denied` for a callback with an error or without a code.
  func receive(_ callback: URL) throws(AuthError) -> PrivyProof {
    let text = callback.absoluteString
    guard text.utf8.count <= Self.maximumLength else {
      throw Self.mismatch("is longer than \(Self.maximumLength) bytes")
    }
    if let callbackScheme, String(text.prefix { $0 != ":" }).lowercased() != callbackScheme.lowercased() {
      throw Self.mismatch("does not have the scheme '\(callbackScheme)'")
    }
    let query = text.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    guard let fields = PercentEncoding.decodeForm(query) else { throw Self.mismatch("is malformed") }
    func single(_ name: String) throws(AuthError) -> String? {
      let values = fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
      guard values.count <= 1 else { throw Self.mismatch("has more than one '\(name)'") }
      return values.first
    }
    // Check the state first: an error in a forged callback must not end the visit.
    guard let returned = try single("privy_oauth_state"), ConstantTime.equal(returned, state) else {
      throw Self.mismatch("does not have this attempt's 'privy_oauth_state'")
    }
    // The vendor's web client treats the code `error` as a refusal; third parties document `privy_oauth_error` (P8).
    guard try single("privy_oauth_error") == nil, try single("error") == nil,
      let code = try single("privy_oauth_code"), code != "error"
    else {
      throw AuthError(
        .redirectDenied, "The sign-in on the page of '\(service)' failed or was refused. Start again.",
        recovery: .restart, vendorCode: "oauth_user_denied")
    }
    return .page(code: Secret(code), visit: self)
  }

  private static func mismatch(_ what: String) -> AuthError {
    AuthError(.redirectMismatch, "The callback \(what). Open the page again.", recovery: .retryInput)
  }
}
