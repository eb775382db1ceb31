import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The callback of an identity provider.
enum OAuthCallback {
  /// The content of a callback.
  enum Content: Sendable, Equatable {
    /// An identity token.
    case identityToken(Secret)
    /// A code to exchange.
    case code(Secret)
  }

  /// The maximum length of a callback, in bytes. DESIGN T11: longer callbacks are rejected unread.
  private static let maximumLength = 16_384

  /// Reads a callback. Identity providers put its fields into the query or the fragment.
  ///
  /// - Throws: `redirect_denied` if the callback has this attempt's state and an error; `vendorCode` contains the error
  ///   if it consists of letters and underscores. `redirect_mismatch` for a callback that is too long or malformed, has
  ///   another scheme or state, repeats a field, or lacks the expected field.
  static func read(
    _ callback: URL, state: String, scheme: String?, wantsToken: Bool
  ) throws(AuthError) -> Content {
    let text = callback.absoluteString
    guard text.utf8.count <= maximumLength else { throw mismatch("is longer than \(maximumLength) bytes") }
    if let scheme, String(text.prefix { $0 != ":" }).lowercased() != scheme.lowercased() {
      throw mismatch("does not have the scheme '\(scheme)'")
    }
    let query = text.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    let fragment = text.drop { $0 != "#" }.dropFirst()
    guard let fields = PercentEncoding.decodeForm(query), let more = PercentEncoding.decodeForm(fragment) else {
      throw mismatch("is malformed")
    }
    let all = fields + more
    func single(_ name: String) throws(AuthError) -> String? {
      let values = all.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
      guard values.count <= 1 else { throw mismatch("has more than one '\(name)'") }
      return values.first
    }
    // INFER T31: the vendor's redirect page does not pass on errors in fragments; other pages do. Check the state
    // first: an error in a forged callback must not end the attempt.
    guard let returned = try single("state"), ConstantTime.equal(returned, state) else {
      throw mismatch("does not have this attempt's state")
    }
    if let error = try single("error") { throw denied(error) }
    guard let value = try single(wantsToken ? "id_token" : "code") else {
      throw mismatch(wantsToken ? "has no id_token" : "has no code")
    }
    return wantsToken ? .identityToken(Secret(value)) : .code(Secret(value))
  }

  private static func denied(_ error: String) -> AuthError {
    let isName = error.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    return AuthError(
      .redirectDenied, "The user or the identity provider refused the sign-in. Start again.", recovery: .restart,
      vendorCode: isName ? error : nil)
  }

  private static func mismatch(_ what: String) -> AuthError {
    AuthError(.redirectMismatch, "The callback \(what). Open the page again.", recovery: .retryInput)
  }
}
