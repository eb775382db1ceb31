import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The C code next to Swift.
@Suite struct ShimRuleTests {
  /// A compiler may drop a `memset` of a variable that is not read afterwards, so that a secret would stay on the stack.
  /// `memset` may only initialise; each use is listed here.
  @Test func noSecretIsWipedByMemset() throws {
    let initialising: Set = [
      "memset(&library, 0, sizeof library);", "memset(&address, 0, sizeof address);", "memset(point, 0, 64);",
      "memset(signature, 0, 64);",
    ]
    var found: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: SourceTree.root + "/Sources")
    where path.hasSuffix(".c") || path.hasSuffix(".h") {
      found += try SourceTree.text("Sources/" + path).split(separator: "\n").filter { $0.contains("memset(") }
        .map { String($0.trimmingPrefix(while: { $0 == " " })) }
    }
    #expect(found.count > 3)
    #expect(Set(found).subtracting(initialising) == [])
  }
}
