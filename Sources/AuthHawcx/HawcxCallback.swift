import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The callback of a redirect (H29).
struct HawcxCallback: Sendable {
  let code: Secret
  let state: String

  /// Reads the callback of an opened page, from the callback's query or, if that has neither a code nor an error, from
  /// its fragment. The `state` is compared only if the opened page's URL contains a `state`.
  ///
  /// - Throws: `redirect_denied` if the identity provider reports an error; `redirect_mismatch` for a callback that is
  ///   malformed or longer than 8192 bytes, a wrong scheme, a missing or repeated `code` or `state`, both a code and an
  ///   error, or a `state` that differs from the page's.
  init(_ callback: URL, openedWith opened: URL, returnScheme: String?) throws(AuthError) {
    let text = callback.absoluteString
    guard text.utf8.count <= 8192 else { throw Self.mismatch("is longer than 8192 bytes") }
    if let returnScheme {
      let scheme = text.prefix { $0 != ":" }
      guard HTTPHeaders.same(String(scheme), returnScheme) else { throw Self.mismatch("has the wrong scheme") }
    }
    var fields = try Self.fields(Self.query(text))
    if fields.values("code").isEmpty, fields.values("error").isEmpty { fields = try Self.fields(Self.fragment(text)) }
    if let error = fields.values("error").first {
      guard fields.values("code").isEmpty else { throw Self.mismatch("has both a code and an error") }
      let isName = error.utf8.allSatisfy { $0 == 0x5F || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      throw AuthError(
        .redirectDenied, "The identity provider refused the sign-in. Start again.", vendorCode: isName ? error : nil)
    }
    guard let code = fields.single("code"), let state = fields.single("state") else {
      throw Self.mismatch("does not contain exactly one code and one state")
    }
    if let expected = try Self.fields(Self.query(opened.absoluteString)).values("state").first {
      guard ConstantTime.equal(expected, state) else { throw Self.mismatch("has the wrong state") }
    }
    self.code = Secret(code)
    self.state = state
  }

  private static func query(_ text: String) -> Substring {
    text.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
  }

  private static func fragment(_ text: String) -> Substring { text.drop { $0 != "#" }.dropFirst() }

  private static func fields(_ text: Substring) throws(AuthError) -> [(name: String, value: String)] {
    guard let fields = PercentEncoding.decodeForm(text) else { throw mismatch("is malformed") }
    return fields
  }

  private static func mismatch(_ what: String) -> AuthError {
    AuthError(.redirectMismatch, "The callback \(what). Open the page again.", recovery: .retryInput)
  }
}

extension [(name: String, value: String)] {
  fileprivate func values(_ name: String) -> [String] { filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

  fileprivate func single(_ name: String) -> String? {
    let found = values(name)
    return found.count == 1 ? found[0] : nil
  }
}
