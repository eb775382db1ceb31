import AuthCore

/// A measurement and its floor, in one run of one process.
struct Benchmark: Sendable {
  /// The name on the command line.
  let name: String
  /// The measured operation, for help.
  let summary: String
  /// Runs the measurement.
  let run: @Sendable () async throws(AuthError) -> BenchmarkResult
}
