import AuthCore
import AuthCrypto

/// A token that a client sent, in the right form. Only the store can tell whether it is valid.
struct PresentedToken: Sendable {
  /// The whole token.
  let text: Secret
  /// The session that the token names.
  let id: SessionID
  /// The SHA-256 of the whole token.
  let hash: [UInt8]
  /// The part that all tokens of this kind of the session share.
  let shared: Secret
  /// The SHA-256 of `shared`.
  let sharedHash: [UInt8]

  /// Reads a token; nil if it does not have the form of `kind`. The length is checked first, so that a long text costs
  /// nothing.
  init?(_ token: Secret, as kind: AppSessionTokenKind) {
    guard token.count == kind.byteCount else { return nil }
    let text = token.revealText()
    guard text.utf8.count == kind.byteCount, text.hasPrefix(kind.prefix) else { return nil }
    let parts = text.dropFirst(kind.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == kind.partByteCounts.count,
      zip(parts, kind.partByteCounts).allSatisfy({ Base64URL.decode($0)?.count == $1 })
    else { return nil }
    self.text = token
    id = SessionID(String(parts[0]))
    hash = AppSessionTokens.hash(token)
    shared = Secret(kind.prefix + parts.dropLast().joined(separator: "."))
    sharedHash = AppSessionTokens.hash(shared)
  }
}
