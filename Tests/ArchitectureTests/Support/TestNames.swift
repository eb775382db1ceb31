#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names of all tests of the package: `Suite.function` for Swift, `judges/NAME::function` for judges.
enum TestNames {
  /// The names, read once for all tests.
  static let all = Result { try read() }

  private static func read() throws -> Set<String> {
    var names: Set<String> = []
    for folder in try SourceTree.entries("Tests") where folder.hasSuffix("Tests") {
      for file in try SourceTree.files("Tests/" + folder) { names.formUnion(swift(in: file.text)) }
    }
    // Not the whole of `Examples`, because builds leave their products there.
    for example in try SourceTree.entries("Examples") {
      let folder = "Examples/\(example)/Tests"
      guard FileManager.default.fileExists(atPath: SourceTree.root + "/" + folder) else { continue }
      for file in try SourceTree.files(folder) { names.formUnion(swift(in: file.text)) }
    }
    for judge in try SourceTree.entries("Tests/judges") where !judge.contains(".") {
      let files = try SourceTree.entries("Tests/judges/" + judge)
      for file in files where file.hasPrefix("test_") && file.hasSuffix(".py") {
        let text = try SourceTree.text("Tests/judges/\(judge)/\(file)")
        names.formUnion(python(in: text).map { "judges/\(judge)::\($0)" })
      }
    }
    return names
  }

  /// The functions with `@Test`, each after the name of the type around it that ends with `Tests`.
  static func swift(in text: String) -> [String] {
    var suite = ""
    var isTest = false
    var names: [String] = []
    for line in text.split(separator: "\n") where !line.trimmingPrefix(while: { $0 == " " }).hasPrefix("//") {
      guard marks.contains(where: { line.contains($0) }) else { continue }
      // The parts between quotation marks are texts.
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      let code = parts.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
      let words = code.split { " :<({)".contains($0) }
      if let kind = words.firstIndex(where: { ["struct", "class", "enum", "extension"].contains($0) }),
        kind + 1 < words.count, words[kind + 1].hasSuffix("Tests")
      {
        suite = String(words[kind + 1])
      }
      if words.contains("@Test") { isTest = true }
      if isTest, let function = words.firstIndex(of: "func"), function + 1 < words.count {
        names.append(suite + "." + words[function + 1])
        isTest = false
      }
    }
    return names
  }

  private static let marks = ["@Test", "func ", "struct ", "class ", "enum ", "extension "]

  /// The functions at the top level whose names begin with `test_`.
  static func python(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("def test_") }.map { line in
      String(line.dropFirst(4).prefix { $0 != "(" })
    }
  }
}
