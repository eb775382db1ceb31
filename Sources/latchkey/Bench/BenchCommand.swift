import AuthCore

extension Command {
  static let bench = Command(
    "bench", operands: "[NAME…]", operandCount: 0...BenchmarkTable.benchmarks.count,
    summary: "Measure what is fast here, each beside its floor in the same run",
    discussion: """
      \(BenchmarkTable.list)

      The floor is a loop in C that does the least that has to be done (for 'restore' SQLite, which it is to beat; for
      'waiters_10000' a bare list of continuations). Both are measured in turns, by processor time, or by the clock
      where a disk or other tasks are waited for, and the ratio is the median of the turns. Build with -c release: the
      debug build measures the checks in it.
      """
  ) { (invocation) throws(AuthError) in
    #if DEBUG
      Output.note("This is a debug build; for numbers that mean something build with -c release.")
    #endif
    for benchmark in try BenchmarkTable.find(invocation.arguments.operands) {
      let result = try await benchmark.run()
      invocation.report(result.json(named: benchmark.name), result.text(named: benchmark.name))
    }
    return 0
  }
}
