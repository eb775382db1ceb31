import AuthCore
import AuthStorage
import AuthTesting
import Testing

/// The laws of claims hold for a store that keeps them, and find each fault.
@Suite struct RenewalClaimLawTests {
  private func failures(_ flaw: LeaseFlaw) async -> [String] {
    await RenewalClaimConformance {
      let row = LeasedRow()
      return [LeasedStore(row, host: 1, flaw: flaw), LeasedStore(row, host: 2, flaw: flaw)]
    }.failures().map(\.law)
  }

  @Test("a store that keeps the rules keeps the laws") func holds() async {
    #expect(await failures(.none) == [])
  }

  @Test("stores whose claims end with their holder keep the laws that apply") func locks() async {
    let failures = await RenewalClaimConformance { [MemorySessionStore()] }.failures()
    #expect(failures.map(\.description) == [])
  }

  @Test("each fault is found by a law", arguments: LeaseFlaw.allCases.filter { $0 != .none })
  func finds(_ flaw: LeaseFlaw) async {
    let laws = await failures(flaw)
    #expect(!laws.isEmpty, "\(flaw) keeps all laws")
    print("claims: \(flaw) is found by: \(laws.first ?? "no law")")
  }

  @Test("each law finds a fault") func needed() async {
    // All run at once, because each waits for leases to end.
    let found = await withTaskGroup(of: [String].self) { group in
      for flaw in LeaseFlaw.allCases where flaw != .none { group.addTask { await failures(flaw) } }
      return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    // Other laws detect all faults of a claim's session or of a missing session first.
    let plain: Set<String> = [
      "a claim contains the stored session", "a session that is not stored cannot be claimed",
    ]
    #expect(Set(RenewalClaimConformance.laws).subtracting(found).subtracting(plain) == [])
  }
}
