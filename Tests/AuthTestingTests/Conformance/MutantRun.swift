import AuthTesting

/// The suite's reports on all mutants. The suite runs once, when a test first reads a report.
enum MutantRun {
  private static let run = Task {
    let flaws = AcmeFlaw.allCases.filter { $0 != .none }
    var reports: [AcmeFlaw: ConformanceReport] = [:]
    // Several at a time, because a suite mostly waits to check that nothing happens.
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

  /// The report on each mutant.
  static var reports: [AcmeFlaw: ConformanceReport] { get async { await run.value } }

  /// The report on the provider that suspends flows and cannot resume them.
  static var ofTheMute: ConformanceReport { get async { await muteRun.value } }
}
