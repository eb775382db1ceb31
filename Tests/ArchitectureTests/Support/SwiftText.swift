/// Swift source in which blanks replace comments and string literals, so that a search finds only code. The contents of
/// interpolations are code and are kept.
struct SwiftText {
  /// The blanked text.
  let code: String
  /// Its lines.
  let lines: [Substring]

  init(_ source: String) {
    var lexer = Lexer(source)
    code = lexer.blanked()
    lines = code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private struct Lexer {
    private enum State {
      case code
      case string(hashes: Int, isMultiline: Bool)
      case interpolation(depth: Int)
    }

    private let text: [UInt8]
    private var output: [UInt8] = []
    private var index = 0
    private var stack: [State] = [.code]

    init(_ source: String) {
      text = Array(source.utf8)
      output.reserveCapacity(text.count)
    }

    mutating func blanked() -> String {
      while index < text.count {
        switch stack.last ?? .code {
        case .string(let hashes, let isMultiline): string(hashes, isMultiline)
        case .interpolation(let depth): interpolation(depth)
        case .code: code()
        }
      }
      return String(decoding: output, as: UTF8.self)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")

    private func byte(_ offset: Int) -> UInt8 { index + offset < text.count ? text[index + offset] : 0 }

    private func has(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
      byte(0) == UInt8(ascii: first) && byte(1) == UInt8(ascii: second)
    }

    private func hasQuotes(_ count: Int, at offset: Int) -> Bool {
      (0..<count).allSatisfy { byte(offset + $0) == Self.quote }
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
      (0..<count).allSatisfy { byte(offset + $0) == Self.hash }
    }

    private mutating func blank(_ count: Int = 1) {
      for _ in 0..<count where index < text.count {
        output.append(text[index] == Self.newline ? Self.newline : Self.blank)
        index += 1
      }
    }

    /// Keeps the current byte. A carriage return becomes a blank.
    private mutating func keep() {
      output.append(text[index] == 0x0D ? Self.blank : text[index])
      index += 1
    }

    /// Processes one step of code: one byte, a whole comment, or the opening delimiter of a string.
    private mutating func code() {
      if has("/", "/") {
        while index < text.count, text[index] != Self.newline { blank() }
      } else if has("/", "*") {
        blockComment()
      } else if !beginString() {
        keep()
      }
    }

    private mutating func blockComment() {
      var depth = 0
      repeat {
        if has("/", "*") {
          depth += 1
          blank(2)
        } else if has("*", "/") {
          depth -= 1
          blank(2)
        } else {
          blank()
        }
      } while depth > 0 && index < text.count
    }

    private mutating func beginString() -> Bool {
      var hashes = 0
      while byte(hashes) == Self.hash { hashes += 1 }
      guard hasQuotes(1, at: hashes) else { return false }
      let isMultiline = hasQuotes(3, at: hashes)
      blank(hashes + (isMultiline ? 3 : 1))
      stack.append(.string(hashes: hashes, isMultiline: isMultiline))
      return true
    }

    private mutating func string(_ hashes: Int, _ isMultiline: Bool) {
      let quotes = isMultiline ? 3 : 1
      if byte(0) == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
        let isInterpolation = byte(1 + hashes) == UInt8(ascii: "(")
        blank(2 + hashes)
        if isInterpolation { stack.append(.interpolation(depth: 1)) }
      } else if hasQuotes(quotes, at: 0), hasHashes(hashes, at: quotes) {
        blank(quotes + hashes)
        stack.removeLast()
      } else {
        // A single-line string ends at the end of the line at the latest; the next line is code again.
        if !isMultiline, byte(0) == Self.newline { stack.removeLast() }
        blank()
      }
    }

    private mutating func interpolation(_ depth: Int) {
      switch byte(0) {
      case UInt8(ascii: "("):
        stack[stack.count - 1] = .interpolation(depth: depth + 1)
        keep()
      case UInt8(ascii: ")") where depth == 1:
        stack.removeLast()
        blank()
      case UInt8(ascii: ")"):
        stack[stack.count - 1] = .interpolation(depth: depth - 1)
        keep()
      default: code()
      }
    }
  }
}
