import AuthCore

/// The form of a text in an exchange: its placeholder in a fixture, such as `<uuid>`, or the text itself if the text
/// stays the same in every run.
enum ValueForm {
  /// A text of this length without a blank, and with a digit, counts as random.
  private static let randomLength = 20
  /// The maximum length of a text that a fixture contains unchanged.
  private static let textLimit = 200

  static func placeholder(_ text: String) -> String {
    let count = text.utf8.count
    if TokenContent.decode(text) != nil { return "<jwt>" }
    if text.contains("@"), !text.contains(" ") { return "user@example.com" }
    if text.hasPrefix("+"), count > 7, text.dropFirst().allSatisfy(isDigit) { return "+12025550123 (example)" }
    if text.hasPrefix("http://") || text.hasPrefix("https://") { return "<url>" }
    if isUUID(text) { return "<uuid>" }
    if text.allSatisfy(isDigit), count >= 4 { return "<digits, \(count)>" }
    if ISO8601.decode(text) != nil { return "<ISO 8601>" }
    if count >= 16, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) { return "<hex, \(count)>" }
    let isRandom = count >= randomLength && !text.contains(" ") && text.contains(where: isDigit)
    if isRandom, text.utf8.allSatisfy(isBase64URL) { return "<base64url, \(count) chars>" }
    let isNumbered = !text.contains(" ") && text.split(whereSeparator: { !isDigit($0) }).contains { $0.count >= 6 }
    let isOpen = isRandom || isNumbered || count > textLimit || text.hasPrefix("{") || text.hasPrefix("<")
    return isOpen ? "<text>" : text
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isUUID(_ text: String) -> Bool {
    let lengths = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    return lengths == [8, 4, 4, 4, 12] && text.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == "-") }
  }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
