import Testing

/// The scanner on which the import rules depend: it must find every import, and ignore text that only looks like one.
@Suite struct ScannerTests {
  static func modules(_ text: String) -> [String] { ImportScanner.imports(in: text).map(\.module) }

  @Test func everyFormOfAnImportIsFound() {
    let table: [(String, [String])] = [
      ("import A", ["A"]), ("  import A", ["A"]), ("\timport\tA", ["A"]), ("public import A", ["A"]),
      ("@testable import A", ["A"]), ("@_exported public import A", ["A"]), ("@_spi(X) import A", ["A"]),
      ("@preconcurrency package import A // why", ["A"]), ("import struct A.B", ["A"]), ("import class A.B.C", ["A"]),
      ("import func A.f", ["A"]), ("import A.B", ["A"]), ("import A; import B", ["A", "B"]),
      ("/* x */ import A", ["A"]),
      ("import A\r\nimport B", ["A", "B"]), ("import A\n\n  import B\n", ["A", "B"]),
    ]
    for (text, modules) in table { #expect(Self.modules(text) == modules, "\(text.debugDescription)") }
  }

  @Test func textsThatOnlyLookLikeImportsAreIgnored() {
    let texts = [
      "// import A", "/// import A", "/* import A */", "/*\nimport A\n*/", "/* /* */\nimport A\n*/",
      "let a = \"import A\"",
      "let a = \"\"\"\nimport A\n\"\"\"", "let a = #\"\"\"\n\"\"\"\nimport A\n\"\"\"#", "importer A", "let import_ = 1",
      "let a = \"\\\"\"; /* import A */", "f(import: A)", "let a = \"\\(b(\")\"))\nimport A\"",
    ]
    for text in texts.dropLast() { #expect(Self.modules(text) == [], "\(text.debugDescription)") }
    #expect(Self.modules("let a = \"\"\"\n\\(f(\"\"\"\nimport A\n\"\"\"))\n\"\"\"\nimport B") == ["B"])
    #expect(Self.modules("let a = \"//\"\nimport B") == ["B"])
    #expect(Self.modules("let a = \"\\\\\"\nimport B") == ["B"])
    #expect(Self.modules("let a = #\"\\\"#\nimport B") == ["B"])
    #expect(Self.modules("let a = \"\\(b[\"c\"] ?? \"d\")\" // \"\nimport B") == ["B"])
  }

  @Test func conditionsAreKept() {
    let text = """
      import A
      #if canImport(X)
        import B
        #if os(Linux)
          import C
        #elseif os(macOS)
          import D
        #else
          import E
        #endif
      #else
        import F
      #endif
      import G
      """
    let conditions = Dictionary(
      uniqueKeysWithValues: ImportScanner.imports(in: text).map { ($0.module, $0.conditions) })
    #expect(conditions["A"] == [] && conditions["G"] == [])
    #expect(conditions["B"] == ["canImport(X)"])
    #expect(conditions["C"] == ["canImport(X)", "os(Linux)"])
    #expect(conditions["D"] == ["canImport(X)", "!(os(Linux))", "os(macOS)"])
    #expect(conditions["E"] == ["canImport(X)", "!(os(Linux))", "!(os(macOS))"])
    #expect(conditions["F"] == ["!(canImport(X))"])
  }

  @Test func forbiddenImportsAreFound() {
    let essentials =
      "#if canImport(FoundationEssentials)\nimport FoundationEssentials\n#else\nimport Foundation\n#endif"
    let table: [(target: String, file: String, text: String, isAllowed: Bool)] = [
      ("AuthTurnkey", "A.swift", "import AuthCore\nimport AuthCrypto\nimport AuthPasskey", true),
      ("AuthTurnkey", "A.swift", "import AuthPrivy", false),
      ("AuthTurnkey", "A.swift", "#if os(Windows)\nimport AuthPrivy\n#endif", false),
      ("AuthTurnkey", "A.swift", "@_implementationOnly import struct AuthHawcx.A", false),
      ("AuthTurnkey", "A.swift", "import AuthTransport", false),
      ("AuthTurnkey", "A.swift", "import AuthStorage", false),
      ("AuthTurnkey", "A.swift", "import COpenSSL", false), ("AuthTurnkey", "A.swift", "import Glibc", false),
      ("AuthTurnkey", "A.swift", "import AuthRuntime", false), ("AuthTurnkey", "A.swift", "import SomethingNew", false),
      ("AuthCore", "A.swift", "import AuthCrypto", false), ("AuthCore", "A.swift", "import Glibc", false),
      ("AuthCore", "Locked+POSIX.swift", "import Glibc", true),
      ("AuthCore", "A.swift", "#if canImport(os)\nimport os\n#endif", false),
      ("AuthCore", "Locked+Apple.swift", "#if canImport(os)\nimport os\n#endif", true),
      ("AuthCore", "A.swift", essentials, true), ("AuthCore", "A.swift", "import Foundation", false),
      ("AuthCore", "A.swift", "import FoundationEssentials", false),
      ("AuthCore", "A.swift", "import FoundationNetworking", false),
      ("AuthCore", "A.swift", "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif", false),
      ("AuthCrypto", "A.swift", "import COpenSSL", true), ("AuthCrypto", "A.swift", "import AuthTransport", false),
      ("AuthCrypto", "A.swift", "import CryptoKit", false),
      ("AuthCrypto", "A.swift", "#if canImport(CryptoKit)\nimport CryptoKit\n#endif", true),
      ("AuthCrypto", "A.swift", "#if canImport(CryptoKit)\n#elseif SwiftCrypto\nimport Crypto\n#endif", true),
      ("AuthCrypto", "A.swift", "#if !SwiftCrypto\nimport Crypto\n#endif", false),
      ("AuthCrypto", "A.swift", "import CryptoExtras", false),
      ("AuthTurnkey", "A.swift", "#if SwiftCrypto\nimport Crypto\n#endif", false),
      ("AuthTransport", "A.swift", "import AuthCrypto", false), ("AuthTransport", "A.swift", "import CCurl", true),
      ("AuthStorage", "POSIXFile.swift", "import Glibc", true), ("AuthStorage", "Store.swift", "import Glibc", false),
      ("AuthSandbox", "A.swift", "import AuthTurnkey", false), ("AuthSandbox", "A.swift", "import AuthRuntime", false),
      ("AuthTesting", "A.swift", "import AuthCrypto", false), ("AuthRuntime", "A.swift", "import AuthTurnkey", false),
      ("AuthRuntime", "A.swift", "import AuthStorage", true),
      ("LatchkeyCommands", "A.swift", "import AuthTurnkey", true),
      ("Unknown", "A.swift", "import AuthCore", true),
    ]
    for (target, name, text, isAllowed) in table {
      let file = SourceFile(path: "Sources/\(target)/\(name)", target: target, text: text)
      let violations = ImportRules.violations(in: file)
      if target == "Unknown" {
        #expect(!violations.isEmpty)
      } else {
        #expect(violations.isEmpty == isAllowed, "\(target)/\(name): \(text)")
      }
    }
  }

  @Test func theManifestIsRead() {
    let manifest = PackageManifest(
      """
      library("A", []),
      // library("Z", ["Q"]),
      library("B", ["A", openSSL, .target(name: "C", condition: .when(platforms: [.linux]))]),
      .executableTarget(
            name: "tool",
            dependencies: [
              "A", "B",
            ]),
      """)
    #expect(manifest.dependencies["A"] == [])
    #expect(manifest.dependencies["B"] == ["A", "COpenSSL", "C"])
    #expect(manifest.dependencies["Z"] == nil)
  }
}
