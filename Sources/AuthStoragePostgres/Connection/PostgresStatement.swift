import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An SQL statement, which runs as one transaction, or a script: several statements in one transaction, without values
/// and results.
struct PostgresStatement: Sendable {
  /// The SQL text, with `$1`, `$2`, … in place of the values.
  let text: String
  /// The name of the prepared statement, which is derived from the text. Behind a pooler, several clients share a
  /// server connection; the same name then always refers to the same text.
  let name: String
  /// Whether the statement may be sent again if the connection breaks before the result arrives. That is true for a
  /// read, and for a write that may be repeated without a different effect.
  let isRepeatable: Bool
  /// Whether this is a script of several statements.
  let isScript: Bool

  init(_ text: String, isRepeatable: Bool = false, isScript: Bool = false) {
    self.text = text
    self.isScript = isScript
    self.isRepeatable = isRepeatable
    name =
      "lk_"
      + SHA256.hash(data: Array(text.utf8)).prefix(12).map { byte in
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
      }.joined()
  }
}
