public import AuthCore

/// One key in PEM (RFC 7468). Reading is strict: only white space may surround the document, and a document with
/// headers is refused.
public struct PEMDocument: Sendable {
  /// The label, such as `PUBLIC KEY`.
  public let label: String
  /// The key in DER.
  public let derBytes: [UInt8]

  /// Creates a document with this label around `derBytes`.
  public init(label: String, derBytes: [UInt8]) {
    self.label = label
    self.derBytes = derBytes
  }

  /// Reads the document in `text`.
  ///
  /// - Throws: `CryptoError.invalidEncoding` unless `text` is exactly one well-formed document.
  public init(text: String) throws(CryptoError) {
    let lines = text.split(whereSeparator: \.isNewline).map { Self.trimmed($0) }.filter { !$0.isEmpty }
    guard let first = lines.first, let last = lines.last, lines.count >= 3,
      first.hasPrefix("-----BEGIN "), first.hasSuffix("-----"), first.utf8.count > 16
    else { throw .invalidEncoding }
    label = String(first.dropFirst(11).dropLast(5))
    guard last == "-----END \(label)-----", let bytes = Base64.decode(lines.dropFirst().dropLast().joined())
    else { throw .invalidEncoding }
    derBytes = bytes
  }

  /// The document as text, with 64 characters per line and a line break at the end.
  public var text: String {
    var result = "-----BEGIN \(label)-----\n"
    var rest = Base64.encode(derBytes)[...]
    while !rest.isEmpty {
      result += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return result + "-----END \(label)-----\n"
  }

  /// Returns the key in DER, or throws if the label is not `expected`.
  func bytes(labelled expected: String) throws(CryptoError) -> [UInt8] {
    guard label == expected else { throw .invalidEncoding }
    return derBytes
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line.drop { $0 == " " || $0 == "\t" }
    while let last = line.last, last == " " || last == "\t" { line.removeLast() }
    return line
  }
}

extension PEMDocument: Redacting {
  /// The parts that a description shows, without the key.
  public var shownParts: KeyValuePairs<String, String> {
    ["label": label, "derBytes": "\(derBytes.count) bytes"]
  }
}
