extension JSONError {
  /// Returns the error's reason with its line and column in `text`, and a hint if the mistake is a common one. For a
  /// string in a wrong encoding, it returns the remedy instead.
  func located(in text: ContiguousArray<UInt8>) -> String {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { return "it begins with a byte-order mark; save it without one" }
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      return "it is UTF-16; save it as UTF-8"
    }
    let before = text.prefix(offset)
    let line = before.filter { $0 == 0x0A }.count + 1
    // A column is a number of characters, as in an editor, so the continuation bytes of UTF-8 are not counted.
    let column = before.suffix(while: { $0 != 0x0A }).filter { $0 & 0xC0 != 0x80 }.count + 1
    return "\(reason) at line \(line), column \(column)" + (hint(text).map { " (\($0))" } ?? "")
  }

  private func hint(_ text: ContiguousArray<UInt8>) -> String? {
    let rest = text.dropFirst(offset)
    if rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || rest.first == 0x23 {
      return "JSON has no comments"
    }
    if rest.first == 0x27 { return "JSON uses double quotation marks" }
    let last = text.prefix(offset).last { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if last == 0x2C, rest.first == 0x7D || rest.first == 0x5D { return "remove the preceding comma" }
    return nil
  }
}

extension BidirectionalCollection {
  /// The elements after the last one for which `belongs` is false.
  fileprivate func suffix(while belongs: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, belongs(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
