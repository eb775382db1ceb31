/// The dependencies that `Package.swift` declares, parsed from its text. Calling SwiftPM is not possible, because it
/// would wait for the SwiftPM process that runs the tests.
struct PackageManifest {
  /// The targets of this package that each target of `Sources` depends on.
  let dependencies: [String: Set<String>]

  init(_ text: String) {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    var dependencies: [String: Set<String>] = [:]
    for start in [
      "library(\"", "library(\n      \"", ".executableTarget(\n      name: \"", ".executableTarget(name: \"",
    ] {
      var remaining = code[...]
      while let head = remaining.firstRange(of: start) {
        remaining = remaining[head.upperBound...]
        let name = String(remaining.prefix { $0 != "\"" })
        dependencies[name] = Self.names(inFirstBracketOf: remaining)
      }
    }
    self.dependencies = dependencies
  }

  /// The constants in the manifest that stand for conditional dependencies, with the names of the targets.
  private static let shortForms = ["openSSL": "COpenSSL", "tpm": "CTSS2"]

  /// The quoted names in the first pair of square brackets, and the targets of the constants there.
  private static func names(inFirstBracketOf text: Substring) -> Set<String> {
    guard let open = text.firstIndex(of: "[") else { return [] }
    var depth = 0
    var inside = ""
    for character in text[open...] {
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 { break }
      inside.append(character)
    }
    let quoted = inside.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    var names = Set(quoted.filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) })
    for (short, name) in Self.shortForms where inside.contains(short) { names.insert(name) }
    return names
  }
}
