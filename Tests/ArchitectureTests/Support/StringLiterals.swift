/// A string literal of a source file.
struct StringLiteral: Equatable {
  /// The characters between the quotation marks; each interpolation is one `\u{FFFC}`.
  var text = ""
  /// The line on which it begins, from 1.
  let line: Int
  /// The calls whose arguments contain it, the outermost first: `AuthError`, `Self.usage`.
  let calls: [String]

  /// Whether two words follow each other, as in a sentence. A word may begin with a quotation mark or a bracket, and not
  /// with another sign, as a path or a command of a text format does.
  var hasTwoWords: Bool {
    let plain: String = text.replacing("\\n", with: " ")
    let words: [Int] = plain.split { $0 == " " || $0 == "\n" }.map { (word: Substring) -> Int in
      word.drop { "\"'(“„‘".contains($0) }.prefix { $0.isLetter }.count
    }
    return zip(words, words.dropFirst()).contains { $0 > 1 && $1 > 1 }
  }
}

/// Finds the string literals of Swift source, outside of comments.
struct StringLiteralScanner {
  private let text: [Character]
  private var index = 0
  private var line = 1
  private var calls: [String] = []
  private(set) var literals: [StringLiteral] = []

  static func literals(in source: String) -> [StringLiteral] {
    var scanner = Self(text: Array(source))
    scanner.code(until: nil)
    return scanner.literals
  }

  private init(text: [Character]) { self.text = text }

  private func has(_ word: String) -> Bool { text[index...].starts(with: word) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < text.count {
      if text[index] == "\n" { line += 1 }
      index += 1
    }
  }

  /// Reads code to its end, or after the parenthesis that closes it.
  private mutating func code(until end: Character?) {
    while index < text.count {
      let character = text[index]
      if has("//") {
        while index < text.count, text[index] != "\n" { advance() }
      } else if has("/*") {
        while index < text.count, !has("*/") { advance() }
        advance(2)
      } else if character == "\"" || (character == "#" && isRawString) {
        literal()
      } else if character == "(" {
        calls.append(name)
        advance()
        code(until: ")")
        calls.removeLast()
      } else {
        advance()
        if character == end { return }
      }
    }
  }

  private var isRawString: Bool { text[index...].drop { $0 == "#" }.first == "\"" }

  /// The name before the parenthesis at the current place; empty for a parenthesis that is no call.
  private var name: String {
    let reversed = text[..<index].reversed().prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return String(reversed.reversed())
  }

  private mutating func literal() {
    var hashes = ""
    while text[index] == "#" {
      hashes += "#"
      advance()
    }
    let quotes = has("\"\"\"") ? "\"\"\"" : "\""
    let end = quotes + hashes
    let found = literals.count
    literals.append(StringLiteral(line: line, calls: calls.filter { !$0.isEmpty }))
    advance(quotes.count)
    while index < text.count, !has(end), quotes.count > 1 || text[index] != "\n" {
      if has("\\" + hashes + "(") {
        literals[found].text += "\u{FFFC}"
        advance(2 + hashes.count)
        calls.append("")
        code(until: ")")
        calls.removeLast()
      } else if has("\\" + hashes) {
        literals[found].text += String(text[index..<min(index + 2 + hashes.count, text.count)])
        advance(2 + hashes.count)
      } else {
        literals[found].text.append(text[index])
        advance()
      }
    }
    advance(end.count)
  }
}
