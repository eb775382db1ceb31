package import AuthCore

/// What a text in angle brackets stands for: a form, and a length where the text says one.
///
/// `<uuid>`, `<hex,64>`, `<base64url, 43 chars>`, `<base64,88 (64 bytes)>`, `<base64 or base64url>`,
/// `<string,37: auth_ + hex,32>`, `<cuid, 24>`, `<ISO 8601>`.
package struct PlaceholderForm: Sendable {
  private enum Form {
    case uuid, hex, base64URL, base64, eitherBase64, digits, cuid, time, token, integer, object, anything, text
  }

  private let form: Form
  private let length: Int?
  private let prefix: String

  /// Whether a text is a placeholder.
  package static func isPlaceholder(_ text: String) -> Bool { text.hasPrefix("<") && text.hasSuffix(">") }

  /// Whether a member with this shape may be missing.
  package static func isOptional(_ shape: JSONValue) -> Bool {
    guard let text = shape.stringValue else { return false }
    return isPlaceholder(text) && (text.contains("optional") || text.contains("absent"))
  }

  package init(_ placeholder: String) {
    let text = placeholder.dropFirst().dropLast().lowercased()
    let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    func says(_ word: String) -> Bool { words.contains(word) }
    prefix = Self.prefix(text)
    form =
      if says("int") { .integer } else if says("any") { .anything } else if says("object") {
        .object
      } else if says("uuid") { .uuid } else if text.contains("iso 8601") {
        .time
      } else if text.contains("base64 or base64url") {
        .eitherBase64
      } else if says("base64url") {
        .base64URL
      } else if says("base64") { .base64 } else if says("hex") { .hex } else if says("digits") {
        .digits
      } else if says("cuid") { .cuid } else if says("jwt") { .token } else { .text }
    length = Self.length(text, words, form)
  }

  /// What values begin with: `string,42: 0x + hex,40`.
  private static func prefix(_ text: String) -> String {
    let parts = text.split(separator: ": ", maxSplits: 1)
    guard text.hasPrefix("string,"), parts.count == 2, let plus = parts[1].firstRange(of: " + ") else {
      return text.hasPrefix("req_") ? "req_" : ""
    }
    return String(parts[1][..<plus.lowerBound])
  }

  /// The length in characters that the text names next to its form.
  private static func length(_ text: String, _ words: [String], _ form: Form) -> Int? {
    if text.contains("..") || text.contains("~") || form == .token { return nil }
    for (word, next) in zip(words, words.dropFirst()) {
      if ["hex", "base64", "base64url", "digits", "cuid", "mail", "string"].contains(word), let number = Int(next) {
        return number
      }
      if next == "hex", let number = Int(word) { return number }
    }
    return nil
  }

  /// Why a value does not have the form; nil when it has.
  package func mismatch(_ value: JSONValue) -> String? {
    switch form {
    case .anything: return nil
    case .integer: return value.integerValue == nil ? "is no whole number" : nil
    case .object: return value.objectValue == nil ? "is no object" : nil
    default: break
    }
    guard let text = value.stringValue else { return "is no text" }
    if !text.hasPrefix(prefix) { return "does not begin with \(prefix)" }
    if let length, text.utf8.count != length { return "has \(text.utf8.count) characters" }
    let body = text.dropFirst(prefix.count)
    let fits: Bool =
      switch form {
      case .uuid: body.utf8.count == 36 && body.split(separator: "-").count == 5
      case .hex: body.allSatisfy { $0.isHexDigit }
      case .base64URL: body.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
      case .base64:
        body.utf8.count % 4 == 0
          && body.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) }
      case .cuid: body.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
      case .eitherBase64: Base64URL.decode(body) != nil || Base64.decode(String(body)) != nil
      case .digits: body.allSatisfy { ("0"..."9").contains($0) }
      case .time: body.contains("T") && body.hasSuffix("Z")
      case .token: body.split(separator: ".", omittingEmptySubsequences: false).count == 3
      default: true
      }
    return fits ? nil : "has another form"
  }

  /// A value of the form.
  package var example: JSONValue {
    func repeated(_ unit: String, _ count: Int) -> String {
      String(String(repeating: unit, count: count / unit.count + 1).prefix(max(0, count - prefix.count)))
    }
    switch form {
    case .integer: return 1
    case .object, .anything: return [:]
    case .uuid: return "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
    case .time: return "2026-01-02T03:14:05.000000Z"
    case .token: return "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln"
    case .hex: return .string(prefix + repeated("0123456789abcdef", length ?? 32))
    case .cuid: return .string(prefix + repeated("c0a1b2", length ?? 24))
    case .digits: return .string(repeated("123456", length ?? 6))
    // The last character leaves no bits over, whatever the length.
    case .base64URL: return .string(repeated("AbCd_-12", (length ?? 43) - 1) + "A")
    case .base64, .eitherBase64:
      let count = length ?? 44
      return .string(repeated("AbCd", count - 1) + "=")
    case .text: return .string(prefix + repeated("0123456789abcdef", length ?? 16))
    }
  }
}
