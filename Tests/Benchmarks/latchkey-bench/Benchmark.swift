import AuthCore

/// A measurement beside its floor, in one run of one process.
struct Benchmark: Sendable {
  /// Its name on the command line.
  let name: String
  /// The measured operation, for help.
  let summary: String
  /// Measures it.
  let run: @Sendable () async throws(AuthError) -> BenchmarkResult
}
