import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One visit to the sign-in page of another service: what its callback is checked by (P27).
struct OAuthVisit: Sendable {
  /// `google`.
  let service: String
  /// The page to open.
  let page: URL
  /// The scheme of the callback, where it is one of the app's own.
  let callbackScheme: String?
  let state: String
  /// The proof key (RFC 7636), which stays here until the code is exchanged.
  let verifier: Secret

  /// DESIGN P9: longer callbacks are refused unread.
  private static let maximumLength = 16_384

  /// The `state` in the page's address.
  var pageState: String? {
    let query = page.absoluteString.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return PercentEncoding.decodeForm(query)?.first { $0.name == "state" }?.value
  }

  var prompt: Prompt { .redirect(RedirectPrompt(url: page, callbackScheme: callbackScheme, callbackState: state)) }

  /// The code in a callback.
  ///
  /// - Throws: `redirect_denied` where the page says that the user did not; `redirect_mismatch` for what is not this
  ///   visit's callback.
  func receive(_ callback: URL) throws(AuthError) -> PrivyProof {
    let text = callback.absoluteString
    guard text.utf8.count <= Self.maximumLength else { throw Self.mismatch("is too long") }
    if let callbackScheme, String(text.prefix { $0 != ":" }).lowercased() != callbackScheme.lowercased() {
      throw Self.mismatch("has another scheme than '\(callbackScheme)'")
    }
    let query = text.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    guard let fields = PercentEncoding.decodeForm(query) else { throw Self.mismatch("is malformed") }
    func single(_ name: String) throws(AuthError) -> String? {
      let values = fields.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
      guard values.count <= 1 else { throw Self.mismatch("has more than one '\(name)'") }
      return values.first
    }
    // The state first: an error in a forged callback must not end the visit.
    guard let returned = try single("privy_oauth_state"), ConstantTime.equal(returned, state) else {
      throw Self.mismatch("has another state than the page was opened with")
    }
    // The vendor's web client takes a code of this text for a refusal; third parties name the member (P8).
    guard try single("privy_oauth_error") == nil, try single("error") == nil,
      let code = try single("privy_oauth_code"), code != "error"
    else {
      throw AuthError(
        .redirectDenied, "The page of '\(service)' ended without a sign-in.", recovery: .restart,
        vendorCode: "oauth_user_denied")
    }
    return .page(code: Secret(code), visit: self)
  }

  private static func mismatch(_ what: String) -> AuthError {
    AuthError(.redirectMismatch, "The callback \(what); open the page again.", recovery: .retryInput)
  }
}
