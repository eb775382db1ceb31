#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Documentation/OIDCConformance.md.
enum ConformancePage {
  /// The lines of the table below a heading.
  static func table(below heading: String) throws -> [String] {
    let root = #filePath.split(separator: "/").dropLast(5).reduce("") { $0 + "/" + $1 }
    let text = try String(contentsOfFile: root + "/Documentation/OIDCConformance.md", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(where: { $0 == "## " + heading }) else { return [] }
    return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }
  }
}
