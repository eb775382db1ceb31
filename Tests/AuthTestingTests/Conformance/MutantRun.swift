import AuthTesting

/// The suite's verdicts on every mutant. The suite runs once, for the first test that asks.
enum MutantRun {
  private static let run = Task {
    let flaws = AcmeFlaw.allCases.filter { $0 != .none }
    var reports: [AcmeFlaw: ConformanceReport] = [:]
    // A few at a time: most of a suite's time is spent waiting for nothing to happen.
    for start in stride(from: 0, to: flaws.count, by: 8) {
      await withTaskGroup(of: (AcmeFlaw, ConformanceReport).self) { group in
        for flaw in flaws[start...].prefix(8) {
          group.addTask { (flaw, await ProviderConformance(.acme(flaw)).report()) }
        }
        for await (flaw, report) in group { reports[flaw] = report }
      }
    }
    return reports
  }

  private static let muteRun = Task { await ProviderConformance(.acme(plugin: .mute)).report() }

  /// The verdict on each mutant.
  static var reports: [AcmeFlaw: ConformanceReport] { get async { await run.value } }

  /// The verdict on the provider that suspends flows and cannot resume them.
  static var ofTheMute: ConformanceReport { get async { await muteRun.value } }
}
