import AuthCore

/// A token for one user and one action: a JWT of the vendor, opaque to a client but for its outer form (Authsignal
/// protocol notes §6). The same token goes with the start of a ceremony and with its end.
struct ActionToken: Sendable, Equatable {
  let secret: Secret

  /// The largest token that is sent: DESIGN, what HTTP servers take as a header.
  private static let maximumByteCount = 8192

  /// A token; nil for a text that is no JWT in compact form.
  init?(_ secret: Secret) {
    let text = secret.revealText().trimmingBlanks
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, text.utf8.count <= Self.maximumByteCount,
      parts.allSatisfy({ !$0.isEmpty && Base64URL.decode($0) != nil })
    else { return nil }
    self.secret = Secret(text)
  }

  /// The field that carries it.
  var authorization: String { "Bearer " + secret.revealText() }
}
