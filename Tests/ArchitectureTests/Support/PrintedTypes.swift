/// Finds public types that store values whose contents `print` shows (bytes, URLs, JSON, dictionaries of strings).
enum PrintedTypes {
  /// A type and where it is declared.
  struct Finding: Hashable, CustomStringConvertible {
    let type: String
    let target: String
    let property: String
    var name: String { "\(target).\(type)" }
    var description: String { "\(name): \(property)" }
  }

  /// The public types that have such a stored property or associated value and do not conform to `Redacting`.
  static func findings(in files: [SourceFile]) -> [Finding] {
    let texts = files.map { ($0.target, SwiftText($0.text).lines) }
    let redacting = Set(
      texts.flatMap { target, lines in lines.compactMap { conforming($0).map { "\(target).\($0)" } } })
    return texts.flatMap { target, lines in printedProperties(lines, target) }.filter { !redacting.contains($0.name) }
  }

  /// The type that a line declares to be `Redacting` or `CustomReflectable`.
  private static func conforming(_ line: Substring) -> String? {
    let words = line.split { " :,<{(".contains($0) }
    guard words.contains("Redacting") || words.contains("CustomReflectable"),
      let kind = words.firstIndex(where: { kinds.contains($0) || $0 == "extension" }), kind + 1 < words.count
    else { return nil }
    return words[kind + 1].split(separator: ".").last.map(String.init)
  }

  private static func printedProperties(_ lines: [Substring], _ target: String) -> [Finding] {
    var open: [(indentation: Int, name: String, isPublic: Bool)] = []
    var findings: [Finding] = []
    for line in lines {
      let code = line.drop { $0 == " " }
      let indentation = line.count - code.count
      guard !code.isEmpty else { continue }
      while let last = open.last, indentation <= last.indentation { open.removeLast() }
      let words = code.split { " :,<{(".contains($0) }
      if let kind = words.prefix(4).firstIndex(where: { kinds.contains($0) || $0 == "extension" }),
        kind + 1 < words.count,
        !words.prefix(kind).contains(where: { ["let", "var", "func", "case"].contains($0) })
      {
        let isPublic = words[..<kind].contains("public") && words[kind] != "protocol"
        open.append((indentation, words[kind + 1].split(separator: ".").last.map(String.init) ?? "", isPublic))
      } else if let type = open.last, type.isPublic, indentation == type.indentation + 2, isStored(code),
        isPrinted(code)
      {
        findings.append(Finding(type: type.name, target: target, property: String(code)))
      }
    }
    return findings
  }

  private static let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol"]

  private static func isStored(_ code: Substring) -> Bool {
    let words = code.split(separator: " ").filter { !$0.hasPrefix("@") }
    guard !words.contains("static") else { return false }
    if words.first == "case" { return true }
    let declares = words.prefix(3).contains { $0 == "let" || $0 == "var" }
    return declares && !code.contains("{")
  }

  private static func isPrinted(_ code: Substring) -> Bool {
    ["[UInt8]", "[String: String]", "JSONValue", "JSONObject"].contains { code.contains($0) }
      || code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == "URL" || $0 == "Data" }
  }
}
