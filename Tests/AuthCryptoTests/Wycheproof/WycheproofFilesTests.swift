import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every file of the suite is used, or `files.txt` says why not. The list was made from the suite's own directory.
@Suite struct WycheproofFilesTests {
  /// The names in `files.txt`, with `used` or the reason.
  private func listed() throws -> [String: String] {
    let lines = try Vectors.text("wycheproof/files.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Dictionary(
      uniqueKeysWithValues: try lines.map { line in
        let parts = line.split(separator: "\t")
        try #require(parts.count == 2, "\(line)")
        return (String(parts[0]), String(parts[1]))
      })
  }

  @Test func noFileIsLeftOutSilently() throws {
    let listed = try listed()
    let used = Set(listed.filter { $0.value == "used" }.keys)
    #expect(listed.count == 343 && listed.values.allSatisfy { $0 == "used" || $0.count > 20 })
    let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
    let vectors = tests + "/../Vectors/wycheproof"
    let present = try FileManager.default.contentsOfDirectory(atPath: vectors)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    #expect(Set(present) == used)
    // A test names each file that is used.
    var sources = ""
    for path in try FileManager.default.subpathsOfDirectory(atPath: tests) where path.hasSuffix(".swift") {
      sources += String(decoding: try Data(contentsOf: URL(filePath: tests + "/" + path)), as: UTF8.self)
    }
    let unread = used.filter { !sources.contains("\"\($0)\"") && !sources.contains("\"\($0.dropLast(5))\"") }
    #expect(unread.isEmpty)
    let reasons = Dictionary(grouping: listed.filter { $0.value != "used" }, by: \.value)
    print("Wycheproof: \(used.count) of \(listed.count) files used")
    for (reason, files) in reasons.sorted(by: { $0.key < $1.key }) { print("  \(files.count) not used: \(reason)") }
  }
}
