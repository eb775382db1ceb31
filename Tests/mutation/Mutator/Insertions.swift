import SwiftSyntax

/// Pairs of texts to insert into a source, each pair around a node.
struct Insertions {
  private var before: [Int: [String]] = [:]
  private var after: [Int: [String]] = [:]

  /// Adds a pair. Add outer nodes before inner ones, which is the order of a visitor.
  mutating func add(before opening: String, after closing: String, around node: some SyntaxProtocol) {
    before[node.positionAfterSkippingLeadingTrivia.utf8Offset, default: []].append(opening)
    after[node.endPositionBeforeTrailingTrivia.utf8Offset, default: []].append(closing)
  }

  func applied(to source: String) -> String {
    var result: [UInt8] = []
    for (offset, byte) in (Array(source.utf8) + [UInt8(ascii: "\n")]).enumerated() {
      for text in after[offset, default: []].reversed() { result += text.utf8 }
      for text in before[offset, default: []] { result += text.utf8 }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
