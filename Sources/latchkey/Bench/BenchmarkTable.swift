import AuthCore

/// All benchmarks, in the order in which they run. Each has a file of its own.
enum BenchmarkTable {
  static let benchmarks: [Benchmark] = [
    .stamp, .jwtES256, .jwtHS256, .jwtHS256Whole, .authorisedRequest, .cachedToken, .waiters, .restore, .save,
  ]

  /// The benchmarks of these names; all for none.
  ///
  /// - Throws: `invalid_request` for a name that is none, with the nearest one.
  static func find(_ names: [String]) throws(AuthError) -> [Benchmark] {
    guard !names.isEmpty else { return benchmarks }
    var found: [Benchmark] = []
    for name in names {
      guard let benchmark = benchmarks.first(where: { $0.name == name }) else {
        let known = benchmarks.map(\.name)
        let nearest = NearestName.find(name, in: known).map { "did you mean '\($0)'?" }
        throw AuthError(
          .invalidRequest,
          "'\(name)' is no benchmark; " + (nearest ?? "there are \(known.joined(separator: ", "))."))
      }
      found.append(benchmark)
    }
    return found
  }
}
