import AuthCore
import AuthStorage
import AuthTesting
import Testing

/// Runs the suite on providers with one deliberate flaw each, and expects that the law for that flaw fails.
@Suite struct MutantTests {
  @Test func everyMutantIsKilledByItsLaw() async {
    let reports = await MutantRun.reports
    var table: [String] = []
    for (flaw, law) in MutantTable.mutants {
      let killers = reports[flaw]?.failures.map(\.law) ?? []
      #expect(killers.contains(law), "\(flaw.rawValue) is to be killed by \(law), not by \(killers)")
      let others = killers.filter { $0 != law }
      table.append(
        Self.line(flaw.rawValue, law) + (others.isEmpty ? "" : "  also \(others.joined(separator: ", "))"))
    }
    print(
      "mutant → the law that killed it (\(Set(MutantTable.mutants.map(\.flaw)).count + 1) mutants)\n"
        + table.joined(separator: "\n"))
  }

  @Test func aProviderThatOnlyHalfSuspendsIsKilled() async {
    let report = await MutantRun.ofTheMute
    #expect(report.failures.map(\.law) == ["ticket.unsupported"])
    print(Self.line("suspendsWithoutResuming", "ticket.unsupported"))
  }

  @Test func someMutantsCannotBeWritten() async {
    let reports = await MutantRun.reports
    for (flaw, why) in MutantTable.impossible {
      let failures = reports[flaw]?.failures
      #expect(failures?.isEmpty == true, "\(flaw.rawValue): \(failures ?? [])")
      print(Self.line(flaw.rawValue, "cannot be written: \(why)"))
    }
  }

  @Test func everyLawKillsOrIsKeptByTheCore() async {
    let reports = await MutantRun.reports
    var killing = Set(await MutantRun.ofTheMute.failures.map(\.law))
    for (flaw, law) in MutantTable.mutants where reports[flaw]?.failures.contains(where: { $0.law == law }) == true {
      killing.insert(law)
    }
    let kept = MutantTable.keptByTheCore.map(\.law)
    #expect(Set(kept).count == kept.count)
    #expect(Set(kept).isSubset(of: ProviderConformance.laws))
    #expect(ProviderConformance.laws.filter { !killing.contains($0) && !kept.contains($0) } == [], "no mutant tests it")
    #expect(kept.filter(killing.contains) == [], "a provider breaks it, so the core does not keep it")
  }

  @Test func providersCannotBreakTheLawsThatTheCoreKeeps() async {
    let reports = await MutantRun.reports
    for kept in MutantTable.keptByTheCore {
      if let tried = kept.tried {
        #expect(reports[tried]?.held.contains(kept.law) == true, "\(tried.rawValue) keeps \(kept.law), by the core")
      }
      print(
        Self.line(
          kept.law, "kept by the core: \(kept.why) (\(kept.tried.map { "\($0.rawValue) tried" } ?? "nothing to try"))"))
    }
  }

  @Test func noProviderReachesTheSessionStore() async throws {
    let children = Mirror(reflecting: try await SeenServices.ofAProvider()).children
    #expect(children.count == 10)
    #expect(!children.contains { $0.value is any SessionStore })
    print(Self.line("storesBeforeCompleted", "cannot be written: a provider is given no session store"))
  }

  @Test func everyFlawIsInATable() {
    let mutants = Set(MutantTable.mutants.map(\.flaw))
    let known = Array(mutants) + MutantTable.impossible.map(\.flaw) + [.none]
    #expect(Set(known) == Set(AcmeFlaw.allCases))
    #expect(known.count == AcmeFlaw.allCases.count)
    #expect(Set(MutantTable.mutants.map { "\($0.flaw) \($0.law)" }).count == MutantTable.mutants.count)
    #expect(Set(MutantTable.mutants.map(\.law)).isSubset(of: ProviderConformance.laws))
  }

  private static func line(_ mutant: String, _ verdict: String) -> String {
    "  " + mutant + String(repeating: " ", count: max(1, 28 - mutant.count)) + verdict
  }
}

/// The services that a provider was made with.
enum SeenServices {
  static func ofAProvider() async throws -> ProviderServices {
    let client = try AuthClient(
      configuration: AuthConfiguration(["provider": "acme", "providers": ["acme": ["clientId": "a"]]]),
      plugins: [.acme],
      services: ClientServices(
        provider: ProviderServices(
          transport: ScriptedTransport([]), keys: KeyRing(NoKeyStore()), records: MemoryRecordStore()),
        sessionStore: MemorySessionStore()))
    guard let provider = try client.provider() as? AcmeProvider else {
      throw AuthError(.internalError, "The provider is another one.")
    }
    return provider.services
  }
}
