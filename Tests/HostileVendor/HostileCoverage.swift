import AuthCore
import AuthTesting

/// Which capabilities of a provider are covered by which ceremonies.
struct HostileCoverage: Sendable {
  /// All ceremonies of the matrix; each has another name.
  let ceremonies: [HostileCeremony]
  private let byCapability: [(capability: String, names: [String])]
  private let type: String

  init(of provider: any AuthProvider, _ fixture: HostileFixture, _ server: ConformanceServer) {
    type = fixture.provider.plugin.type
    guard fixture.hasCommonCeremonies else {
      ceremonies = fixture.ceremonies
      byCapability = []
      return
    }
    var all = HostileCeremony.signIns(of: fixture, server)
    var table: [(String, [String])] = []
    let capabilities = provider.capabilities
    for capability in ProviderCapability.allCases where capabilities.contains(capability) {
      let own = HostileCeremony.ceremonies(for: capability, of: fixture, server)
      table.append((capability.rawValue, own.map(\.name)))
      all += own.filter { new in !all.contains { $0.name == new.name } }
    }
    if provider is any SessionDescribing {
      table.append(("sessionDescribing", [HostileCeremony.describing.name]))
      all.append(HostileCeremony.describing)
    }
    if !capabilities.contains(.sessionRevoking) { all.append(.signOut) }
    ceremonies = all + fixture.ceremonies
    byCapability = table
  }

  /// The capabilities without a ceremony.
  var gaps: [String] { byCapability.filter(\.names.isEmpty).map(\.capability) }

  /// One line for each capability.
  ///
  /// - Parameter attacked: the names of the ceremonies that send requests.
  func table(_ attacked: Set<String>) -> String {
    let lines = byCapability.map { capability, names in
      let cells = names.map { attacked.contains($0) ? $0 : $0 + " (sends no request)" }
      return "hostile \(type): \(capability): \(cells.joined(separator: "; "))"
    }
    return lines.joined(separator: "\n")
  }
}
