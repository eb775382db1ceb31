import AuthCore

/// All benchmarks, in the order in which they run.
enum BenchmarkTable {
  static let benchmarks: [Benchmark] = [
    .stamp, .jwtES256, .requestOneVendor, .requestFiveVendors, .jwtHS256, .jwtHS256Whole, .authorisedRequest,
    .cachedToken, .waiters, .restore, .save,
  ]

  /// The text for the help: a row for each benchmark, with its name and summary.
  static var list: String {
    let width = benchmarks.map(\.name.count).max() ?? 0
    return benchmarks.map { benchmark in
      "  \(benchmark.name)\(String(repeating: " ", count: width - benchmark.name.count))  \(benchmark.summary)"
    }.joined(separator: "\n")
  }

  /// Returns the benchmarks with these names; without names, all of them.
  ///
  /// - Throws: `invalid_request` for an unknown name, with the nearest one.
  static func find(_ names: [String]) throws(AuthError) -> [Benchmark] {
    guard !names.isEmpty else { return benchmarks }
    var found: [Benchmark] = []
    for name in names {
      guard let benchmark = benchmarks.first(where: { $0.name == name }) else {
        let known = benchmarks.map(\.name)
        let nearest = NearestName.find(name, in: known).map { "did you mean '\($0)'?" }
        throw AuthError(
          .invalidRequest,
          "There is no benchmark '\(name)'; " + (nearest ?? "use one of \(known.joined(separator: ", "))."))
      }
      found.append(benchmark)
    }
    return found
  }
}
