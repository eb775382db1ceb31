import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One SQL statement, which is one transaction; or several that are one transaction, without values and results.
struct PostgresStatement: Sendable {
  /// The text, with `$1`, `$2`, … for its values.
  let text: String
  /// The name under which a server keeps it. It is made of the text: behind a pooler, where several clients share a
  /// connection, one name then always means one text.
  let name: String
  /// Whether it may be sent again when the connection broke before the answer: a read, or a write whose second run does
  /// no harm.
  let isRepeatable: Bool
  /// Whether it is several statements.
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
