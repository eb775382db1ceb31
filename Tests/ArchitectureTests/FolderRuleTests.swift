import Testing

/// Checks that two folders of a target do not use each other, except for the allowed pairs, and that the page on the
/// architecture lists the folders.
@Suite struct FolderRuleTests {
  /// The pairs of folders that may use each other, with the reasons. `Documentation/Architecture.md` has the same list.
  private static let allowed: [String: [String: String]] = [
    "AuthCore": [
      "Configuration Provider":
        "the configuration's check and schema read blocks through plug-ins, and plug-ins use the configuration's reader"
    ],
    "AuthSandboxKit": [
      "Backend World": "the world contains the app's backend, which modifies the world",
      "Identity World": "the world contains the app's identity system, which modifies the world",
    ],
  ]

  @Test(arguments: ["AuthCore", "AuthSandboxKit"])
  func foldersUseEachOtherInOneDirection(target: String) throws {
    let files = try SourceTree.files("Sources").filter { $0.target == target }
    let found = Folders(files).mutualPairs
    #expect(Set(found) == Set(Self.allowed[target, default: [:]].keys), "\(found)")
  }

  @Test func theArchitecturePageNamesEachPair() throws {
    // A pair may be broken between two lines.
    let page = try SourceTree.text("Documentation/Architecture.md").replacing("\n", with: " ")
    for (target, pairs) in Self.allowed {
      for pair in pairs.keys {
        let folders = pair.split(separator: " ")
        #expect(page.contains("`\(folders[0])` and `\(folders[1])`"), "\(target): \(pair)")
      }
    }
  }

  @Test func theArchitecturePageListsTheFolders() throws {
    let folders = try SourceTree.files("Sources").compactMap { file -> String? in
      let parts = file.path.split(separator: "/")
      return parts.count > 3 && !file.target.hasPrefix("C") ? "\(file.target)/\(parts[2])" : nil
    }
    let rows = try SourceTree.text("Documentation/Architecture.md").split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    let listed = rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) }.filter {
      $0.contains("/") && !$0.hasSuffix("/")
    }
    #expect(listed.sorted() == Set(folders).sorted())
  }

  @Test func theFilesThatTheArchitecturePageNamesExist() throws {
    let page = try SourceTree.text("Documentation/Architecture.md")
    let named = Set(page.split(separator: "`").filter { $0.hasSuffix(".swift") && $0.contains("/") }.map(String.init))
    #expect(!named.isEmpty)
    let files = Set(try SourceTree.files("Sources").map { String($0.path.dropFirst("Sources/".count)) })
    #expect(named.subtracting(files).sorted() == [])
  }

  @Test func aMadeUpPairIsFound() {
    let files = [
      SourceFile(path: "Sources/T/A/One.swift", target: "T", text: "public struct One { var two: Two }"),
      SourceFile(path: "Sources/T/B/Two.swift", target: "T", text: "struct Two {}\nextension One {}"),
      SourceFile(path: "Sources/T/C/Three.swift", target: "T", text: "enum Three { static let one: One? = nil }"),
    ]
    #expect(Folders(files).mutualPairs == ["A B"])
  }
}

/// The folders of one target, each with the types that it declares and the names that it uses.
private struct Folders {
  private var declaring: [Substring: Substring] = [:]
  private var names: [Substring: Set<Substring>] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      let parts = file.path.split(separator: "/")
      guard parts.count > 3 else { continue }
      let code = Substring(SwiftText(file.text).code)
      for line in code.split(separator: "\n") where line.first != " " && !line.contains("private") {
        let words = line.split { " :<{(".contains($0) }
        guard let kind = words.firstIndex(where: { Self.kinds.contains($0) }), kind + 1 < words.count else { continue }
        declaring[words[kind + 1]] = parts[2]
      }
      let words = code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.filter { $0.first?.isUppercase == true }
      names[parts[2], default: []].formUnion(words)
    }
  }

  var mutualPairs: [String] {
    let uses = names.mapValues { words in Set(words.compactMap { declaring[$0] }) }
    let pairs = uses.flatMap { folder, used in
      used.filter { folder < $0 && uses[$0]?.contains(folder) == true }.map { "\(folder) \($0)" }
    }
    return pairs.sorted()
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
}
