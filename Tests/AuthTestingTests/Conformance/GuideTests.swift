import AuthCore
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `Documentation/WritingAnAdapter.md` matches the suite and the contract. The judge `new-adapter` tests its code.
@Suite struct GuideTests {
  /// Returns the cells of all rows of all tables in a section of the guide.
  private func rows(_ heading: String) throws -> [[String]] {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let text = try String(contentsOfFile: root + "/Documentation/WritingAnAdapter.md", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.hasSuffix(heading) })
    let section = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    return section.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.dropFirst().map { row in
      row.split(separator: "|").map { cell in String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }
  }

  /// Returns the texts between backquotes.
  private func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }

  @Test func theLawsAreTheSuites() throws {
    let rows = try rows("The laws")
    #expect(rows.map { quoted($0[0]).first } == ProviderConformance.laws)
    #expect(rows.allSatisfy { $0.count == 2 && $0[1].count > 5 }, "each law has the fault that it prevents")
  }

  @Test func everyTrapIsFoundByALaw() throws {
    let rows = try rows("Traps")
    #expect(rows.count > 20)
    for row in rows {
      let laws = quoted(row[1])
      #expect(!laws.isEmpty && Set(laws).isSubset(of: ProviderConformance.laws), "\(row[0])")
    }
  }

  @Test func theErrorCodesAreTheContracts() throws {
    let rows = try rows("Error codes")
    #expect(rows.map { quoted($0[1]).first } == AuthError.Code.allCases.map(\.rawValue))
    for row in rows {
      let code = AuthError.Code(rawValue: try #require(quoted(row[1]).first))
      #expect(quoted(row[2]) == ["\(AuthError(code, "").recovery)"], "\(code)")
    }
  }

  @Test func everyCapabilityIsInTheTable() throws {
    let adopted = try rows("Do you need one?").flatMap { $0.count == 3 ? quoted($0[1]) : [] }
    for capability in ProviderCapability.allCases {
      let name = capability.rawValue.prefix(1).uppercased() + capability.rawValue.dropFirst()
      #expect(adopted.contains(name), "\(name)")
    }
  }
}
