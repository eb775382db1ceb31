/// JSON for a person's terminal.
public enum EscapedJSON {
  /// Escapes JSON text (RFC 8259) so that a terminal can show it: each character that `EscapedText` replaces becomes
  /// the escape sequence `\u009b`. The value of the JSON text stays the same, since such characters can only be within
  /// strings. Line feeds and spaces between values stay.
  public static func text(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: { EscapedText.isUnsafe($0) }) else { return json }
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      guard EscapedText.isUnsafe(scalar), scalar != "\n" else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      }
    }
    return String(result)
  }
}
