import AuthCore

/// A suite of the laws that every provider must keep. It needs no test framework: run it and expect no failures.
///
/// ```swift
/// @Test func conforms() async {
///   let report = await ProviderConformance(fixture).report()
///   report.show()
///   #expect(report.failures.isEmpty)
/// }
/// ```
///
/// Each law runs on its own servers, stores and clocks, and drives the provider through `AuthClient` as an app does.
/// The suite also checks what the transport, the stores and the observer recorded. A law that needs a capability that
/// the provider does not have, or a switch that the fixture's server does not have, does not apply, and the report
/// contains the reason. The provider's clock stands still unless the suite advances it, so a provider must wait only
/// with the clock that it was given.
public struct ProviderConformance: Sendable {
  private let fixture: ProviderFixture
  private let patience: Duration

  /// Creates a suite for one provider.
  ///
  /// - Parameters:
  ///   - fixture: the provider, its server and the user's answers.
  ///   - patience: how long the check of one law may take before the law is broken because it hangs. Only the time
  ///     during which this process runs counts.
  public init(_ fixture: ProviderFixture, patience: Duration = .seconds(60)) {
    self.fixture = fixture
    self.patience = patience
  }

  /// The names of the laws, in the order in which they are checked.
  public static var laws: [String] { all.map(\.id) }

  /// Checks every law and returns the broken ones.
  public func failures() async -> [ConformanceFailure] { await report().failures }

  /// Checks every law, or the laws in `names`, and reports each verdict. A name that is not in `laws` is ignored.
  public func report(of names: Set<String>? = nil) async -> ConformanceReport {
    var entries: [ConformanceReport.Entry] = []
    for law in Self.all where names?.contains(law.id) ?? true {
      entries.append(.init(law: law.id, statement: law.statement, verdict: await verdict(on: law)))
    }
    let coverage = await coverage()
    return ConformanceReport(
      subject: "\(fixture.plugin.product), '\(fixture.providerID)', \(coverage.subject)", entries: entries,
      notes: coverage.notes)
  }

  static let all: [ProviderLaw] =
    flowLaws + cancellationLaws + errorLaws + sessionLaws + refreshLaws + revocationLaws + authorizationLaws + clockLaws
    + secrecyLaws + configurationLaws + ticketLaws + capabilityLaws + transportLaws

  /// Returns what the fixture covers; only the fixture's request if no instance can be made in time.
  private func coverage() async -> FixtureCoverage {
    let trial = ConformanceTrial(fixture)
    defer { trial.close() }
    let found = await Deadline.run(patience, clock: PacedClock()) { () async -> FixtureCoverage? in
      guard let bench = try? await trial.bench(), let provider = try? bench.client().provider() else { return nil }
      return FixtureCoverage(trial.fixture, methods: provider.methods, hasSecrets: bench.server.secrets != nil)
    }
    return found.flatMap { $0 } ?? FixtureCoverage(fixture, methods: [], hasSecrets: true)
  }

  private func verdict(on law: ProviderLaw) async -> ConformanceReport.Verdict {
    let trial = ConformanceTrial(fixture)
    defer { trial.close() }
    let verdict = await Deadline.run(patience, clock: PacedClock()) { () async -> ConformanceReport.Verdict in
      do {
        if let capability = law.capability {
          let has = try await trial.bench().client().provider().capabilities.contains(capability)
          if !has { throw NotApplicable("the provider has no capability '\(capability.rawValue)'") }
        }
        try await law.check(trial)
        return .held
      } catch let broken as BrokenLaw {
        return .broken(broken.reason)
      } catch let nothing as NotApplicable {
        return .notApplicable(nothing.reason)
      } catch {
        return .broken("threw \(error)")
      }
    }
    return verdict ?? .broken("hangs: the check did not end within \(patience); \(trial.standing)")
  }
}
