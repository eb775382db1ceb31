public import AuthCore

/// One textual encoding of a key (RFC 7468), read strictly: only white space around it, and no headers inside.
public struct PEMDocument: Sendable {
  /// The label: `PUBLIC KEY`.
  public let label: String
  /// The DER.
  public let derBytes: [UInt8]

  /// A document with this label around `derBytes`.
  public init(label: String, derBytes: [UInt8]) {
    self.label = label
    self.derBytes = derBytes
  }

  /// The document in `text`.
  ///
  /// - Throws: `CryptoError.invalidEncoding` for anything but one well-formed document.
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

  /// The text: 64 characters per line, with a final line end.
  public var text: String {
    var result = "-----BEGIN \(label)-----\n"
    var rest = Base64.encode(derBytes)[...]
    while !rest.isEmpty {
      result += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return result + "-----END \(label)-----\n"
  }

  /// The DER, provided that the label is `expected`.
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
