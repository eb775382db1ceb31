import Testing

/// The rules of the project that the compiler does not check.
@Suite struct HouseRuleTests {
  @Test func theTopLevelHoldsTheExpectedEntries() throws {
    let allowed: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "Examples", "Documentation", "README.md",
      "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "NOTICE", "scripts",
    ]
    let found = try SourceTree.entries()
    #expect(found.subtracting(allowed).isEmpty, "\(found.subtracting(allowed).sorted())")
  }

  @Test func filesStaySmall() throws {
    for file in try SourceTree.files("Sources") {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 400, "\(file.path) has \(lines) lines")
    }
  }

  @Test func everySourceKeepsTheRules() throws {
    let violations = try SourceTree.files("Sources").flatMap { HouseRules.violations(in: $0) }
    #expect(violations == [])
  }

  @Test func everyPublicTypeIsInAFileOfItsName() throws {
    let strays = try SourceTree.files("Sources").flatMap { HouseRules.strays(in: $0) }
    #expect(strays == [])
    let file = SourceFile(
      path: "Sources/AuthCore/A+B.swift", target: "AuthCore",
      text: """
        @frozen public indirect enum A { struct Inner {} }
        private struct C {}
        extension D { enum E {} }
        /* struct F {} */
        @MainActor
        public final class G<Value> {}
        package protocol H {}
        struct I {}
        """)
    #expect(HouseRules.strays(in: file) == ["Sources/AuthCore/A+B.swift holds G"])
  }

  @Test func madeUpFaultsAreFound() {
    let faults = [
      "let a = try! f()", "let a = b as! C", "fatalError(\"x\")", "nonisolated(unsafe) var a = 1", "let a = b!",
      "let a = f()!.b", "let a = b[0]!", "var a: Int!", "let a = \"\\(b!)\"", "// TODO: later", "/* FIXME */",
      "print(1)",
      "struct A: @unchecked Sendable {}", "/// Fast.\nstruct A: @unchecked Sendable {}", "// XXX\n// TODO",
    ]
    for text in faults {
      let file = SourceFile(path: "Sources/AuthCore/A.swift", target: "AuthCore", text: text)
      #expect(!HouseRules.violations(in: file).isEmpty, "\(text)")
    }
    let good = [
      "let a = !b", "if a != b {}", "let a = b !== c", "let a = \"try! as! b!\"", "// try! this", "(!a)",
      "a = #\"b\"!\"#",
      "/// `@unchecked Sendable`: read only after it was made.\nstruct A: @unchecked Sendable {}",
      "// `@unchecked Sendable`: of two\n// lines.\n@frozen\nfinal class A: B, @unchecked Sendable {}",
      "func fatalErrors() {}", "let todo = 1",
    ]
    for text in good {
      let file = SourceFile(path: "Sources/AuthCore/A.swift", target: "AuthCore", text: text)
      #expect(HouseRules.violations(in: file) == [], "\(text)")
    }
  }
}

enum HouseRules {
  private static let forbidden = [
    ("try!", "ends the process"), ("as!", "ends the process"), ("fatalError(", "ends the process"),
    ("nonisolated(unsafe)", "disables the compiler's concurrency check"),
  ]

  static func violations(in file: SourceFile) -> [String] {
    let text = SwiftText(file.text)
    let original = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [String] = []
    func report(_ what: String, _ lines: [Int]) { found += lines.map { "\(file.path):\($0): \(what)" } }
    for (token, reason) in forbidden { report("'\(token)' \(reason)", lines(of: token, in: text.code)) }
    report("'!' after a value ends the process if the value is nil", forcedUnwraps(text.code))
    let promises = lines(of: "@unchecked Sendable", in: text.code)
    report("'@unchecked Sendable' without a reason above it", promises.filter { !isExplained(original, $0 - 1) })
    if file.target != "LatchkeyCommands" { report("a library must not print", lines(of: "print(", in: text.code)) }
    for mark in ["TODO", "FIXME"] { report("open work belongs in an issue", lines(of: mark, in: file.text)) }
    return found
  }

  /// The public types that are not in a file of their name, `Name.swift` or `Name+Part.swift`. The rule lets a reader
  /// find a type by the file's name.
  static func strays(in file: SourceFile) -> [String] {
    let name = file.path.split(separator: "/").last?.prefix { $0 != "+" && $0 != "." } ?? ""
    return SwiftText(file.text).code.split(separator: "\n").compactMap { line in
      var words = line.split { " :<{(".contains($0) }[...]
      guard line.first != " ", words.contains("public") else { return nil }
      words = words.drop { $0.hasPrefix("@") || modifiers.contains($0) }
      guard words.count > 1, kinds.contains(words.removeFirst()), let type = words.first, type != name else {
        return nil
      }
      return "\(file.path) holds \(type)"
    }
  }

  private static let modifiers: Set<Substring> = ["public", "package", "final", "indirect", "nonisolated"]
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol"]

  /// The line numbers, from 1, of the bytes for which `matches` returns true.
  private static func lines(in text: String, where matches: ([UInt8], Int) -> Bool) -> [Int] {
    let bytes = Array(text.utf8)
    var numbers: [Int] = []
    var number = 1
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") { number += 1 }
      if matches(bytes, index) { numbers.append(number) }
    }
    return numbers
  }

  /// The lines that contain the token where it is not the end of a longer word.
  private static func lines(of token: String, in text: String) -> [Int] {
    guard text.contains(token) else { return [] }
    let needle = Array(token.utf8)
    return lines(in: text) { bytes, index in
      bytes[index] == needle[0] && bytes[index...].starts(with: needle) && (index == 0 || !isWord(bytes[index - 1]))
    }
  }

  /// The lines with a `!` directly after a value or a type, except in `!=`.
  private static func forcedUnwraps(_ text: String) -> [Int] {
    lines(in: text) { bytes, index in
      guard bytes[index] == UInt8(ascii: "!"), index > 0 else { return false }
      let isBehindValue = isWord(bytes[index - 1]) || ")]}>`".utf8.contains(bytes[index - 1])
      return isBehindValue && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "="))
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...: true
    default: false
    }
  }

  /// Whether the comment above the declaration gives the reason for `@unchecked Sendable`. Attributes may be between
  /// the comment and the declaration.
  private static func isExplained(_ lines: [Substring], _ index: Int) -> Bool {
    for line in lines[..<index].reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("@") { continue }
      guard text.hasPrefix("//") else { return false }
      if text.contains("@unchecked Sendable`:") { return true }
    }
    return false
  }
}
