import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One SQL statement, which is one transaction; or a script of several statements in one transaction, without values
/// and results.
struct PostgresStatement: Sendable {
  /// The text, with `$1`, `$2`, … for its values.
  let text: String
  /// The name of the prepared statement. It is derived from the text: behind a pooler, where several clients share a
  /// connection, a name then always refers to the same text.
  let name: String
  /// Whether the statement may be sent again if the connection broke before the answer. That holds for a read, and for
  /// a write whose repetition does no harm.
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
