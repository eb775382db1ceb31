import AuthCore

extension Command {
  static let bench = Command(
    "bench", operands: "[NAME…]", operandCount: 0...BenchmarkTable.benchmarks.count,
    summary: "Measure the hot paths, each beside its floor in the same run",
    discussion: """
      \(BenchmarkTable.list)

      The floor is a C loop that does the least possible work. Two differ: for 'restore' it is SQLite, and for
      'waiters_10000' a bare list of continuations. Both loops run in turns. They are measured by processor time, or by
      the clock where they wait for a disk or for other tasks. The ratio is the median of the turns. Build with
      -c release: a debug build measures its own checks.
      """
  ) { (invocation) throws(AuthError) in
    #if DEBUG
      Output.note("This is a debug build. Build with -c release for meaningful numbers.")
    #endif
    for benchmark in try BenchmarkTable.find(invocation.arguments.operands) {
      let result = try await benchmark.run()
      invocation.report(result.json(named: benchmark.name), result.text(named: benchmark.name))
    }
    return 0
  }
}
