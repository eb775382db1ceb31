import AuthCore

/// All benchmarks, in the order in which they run. Each has a file of its own.
enum BenchmarkTable {
  static let benchmarks: [Benchmark] = [
    .stamp, .jwtES256, .jwtHS256, .jwtHS256Whole, .authorisedRequest, .cachedToken, .waiters, .restore, .save,
  ]

  /// For help: a row for each, its name and what it measures.
  static var list: String {
    let width = benchmarks.map(\.name.count).max() ?? 0
    return benchmarks.map { benchmark in
      "  \(benchmark.name)\(String(repeating: " ", count: width - benchmark.name.count))  \(benchmark.summary)"
    }.joined(separator: "\n")
  }

  /// The benchmarks of these names; without names, all of them.
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
          "There is no benchmark '\(name)'; " + (nearest ?? "known are \(known.joined(separator: ", "))."))
      }
      found.append(benchmark)
    }
    return found
  }
}
