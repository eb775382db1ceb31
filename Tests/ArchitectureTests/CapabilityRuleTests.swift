import AuthCore
import Testing

/// Every protocol of a provider's optional functions is a `ProviderCapability`. The hostile matrix has a ceremony for
/// each capability: its table is a `switch` without a default, and a provider's matrix fails if one of the provider's
/// capabilities has no ceremony.
@Suite struct CapabilityRuleTests {
  /// The capabilities of this package alone. The matrix names them.
  private static let packageOnly: Set = ["SessionDescribing"]

  @Test func everyProtocolIsACapability() throws {
    let files = try SourceTree.files("Sources").filter { $0.target == "AuthCore" }
    var found: Set<String> = []
    for line in files.flatMap({ $0.text.split(separator: "\n") }) {
      guard let match = line.firstMatch(of: /^(?:public|package) protocol (\w+): AuthProvider\b/) else { continue }
      found.insert(String(match.1))
    }
    let capabilities = ProviderCapability.allCases.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
    #expect(found == Set(capabilities).union(Self.packageOnly))
  }

  @Test func theMatrixHasACeremonyForEachCapability() throws {
    let table = try SourceTree.text("Tests/HostileVendor/HostileCeremony+Common.swift")
    for capability in ProviderCapability.allCases {
      #expect(table.contains("case .\(capability.rawValue):"), "\(capability)")
    }
    #expect(!table.contains("default: return"))
    let coverage = try SourceTree.text("Tests/HostileVendor/HostileCoverage.swift")
    for name in Self.packageOnly { #expect(coverage.contains("any \(name)"), "\(name)") }
  }
}
