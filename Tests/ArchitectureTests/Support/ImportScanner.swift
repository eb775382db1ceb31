/// One import and its `#if` conditions.
struct SourceImport: Equatable {
  /// The module: `AuthCore` for `import struct AuthCore.Secret`.
  let module: String
  /// The line, from 1.
  let line: Int
  /// The `#if` conditions around the import, the outermost first. A condition of an earlier branch is written `!(…)`.
  let conditions: [String]
}

/// Finds every import of a source text in all branches of `#if`. The compiler would report only the active branches.
enum ImportScanner {
  static func imports(in source: String) -> [SourceImport] {
    var found: [SourceImport] = []
    var conditions: [(condition: String, earlier: [String])] = []
    for (index, line) in SwiftText(source).lines.enumerated() {
      for statement in line.split(separator: ";") {
        let words = statement.split { $0 == " " || $0 == "\t" }
        guard let first = words.first else { continue }
        let rest = words.dropFirst().joined(separator: " ")
        switch first {
        case "#if": conditions.append((rest, []))
        case "#elseif", "#else":
          guard let last = conditions.popLast() else { continue }
          conditions.append((first == "#else" ? "" : rest, last.earlier + [last.condition]))
        case "#endif": _ = conditions.popLast()
        default:
          guard let module = module(words) else { continue }
          let around = conditions.flatMap { level in
            level.earlier.map { "!(\($0))" } + (level.condition.isEmpty ? [] : [level.condition])
          }
          found.append(SourceImport(module: module, line: index + 1, conditions: around))
        }
      }
    }
    return found
  }

  private static let accessLevels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  private static let kinds: Set<Substring> = [
    "class", "struct", "enum", "protocol", "typealias", "func", "var", "let", "actor", "macro",
  ]

  /// The module of a statement that is an import after its attributes and access level.
  private static func module(_ words: [Substring]) -> String? {
    var rest = words[...]
    while let word = rest.first, word.hasPrefix("@") || accessLevels.contains(word) { rest.removeFirst() }
    guard rest.first == "import" else { return nil }
    rest.removeFirst()
    if let kind = rest.first, kinds.contains(kind) { rest.removeFirst() }
    return rest.first.map { String($0.prefix { $0 != "." }) }
  }
}
