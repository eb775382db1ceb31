/// One row of a table: a rule, a run that shows whether it holds, and a control that breaks it.
struct TableRow: Sendable {
  /// How strongly a document demands something (RFC 2119).
  enum Level: String, Sendable {
    case must = "MUST"
    case should = "SHOULD"
    case may = "MAY"
    /// The document describes it without one of these words.
    case described = "–"
    /// A test of the conformance suite, which demands everything.
    case test = ""
  }

  /// How a row for a client is broken, so that it must fail.
  enum Control: Sendable {
    /// The same client at another provider.
    case provider(ProviderScript)
    /// The same run, whose trace is changed as another client would have left it.
    case trace(@Sendable (inout Trace) throws -> Void)
  }

  /// What a run shows: a fault, or nil if the rule holds; and the outcome in a few words.
  typealias Result = (fault: String?, outcome: String)

  /// The section of the document, or the name of the suite's test.
  let name: String
  let level: Level
  /// The rule, in our own words.
  let rule: String
  /// What the run shows, or why the rule does not apply.
  let shown: String
  private let run: (@Sendable () async throws -> Result)?
  private let broken: @Sendable () async throws -> String?

  /// A row with a run and its control.
  init(
    _ name: String, _ level: Level, _ rule: String, shown: String,
    run: (@Sendable () async throws -> Result)?, broken: @escaping @Sendable () async throws -> String?
  ) {
    (self.name, self.level, self.rule, self.shown) = (name, level, rule, shown)
    (self.run, self.broken) = (run, broken)
  }

  /// A row for a client: a run of a script, and a judge of its trace.
  init(
    _ name: String, _ level: Level, _ rule: String, shown: String, _ script: ProviderScript = ProviderScript(),
    control: Control, judge: @escaping @Sendable (Trace) -> String?
  ) {
    self.init(name, level, rule, shown: shown) {
      let trace = try await RelyingParty.trace(script)
      return (judge(trace) ?? trace.complaints.first, trace.outcome)
    } broken: {
      switch control {
      case .provider(let other):
        let trace = try await RelyingParty.trace(other)
        return judge(trace) ?? trace.complaints.first
      case .trace(let change):
        var trace = try await RelyingParty.trace(script)
        try change(&trace)
        return judge(trace)
      }
    }
  }

  /// A rule that does not apply, for a reason that no run can show.
  static func inapplicable(_ name: String, _ level: Level, _ rule: String, because reason: String) -> TableRow {
    TableRow(name, level, rule, shown: reason, run: nil) { nil }
  }

  var applies: Bool { run != nil }

  /// Runs the row.
  func result() async throws -> Result { try await run?() ?? (nil, "does not apply") }

  /// Breaks the row, and returns the fault that it finds; nil if it finds none, so that the row shows nothing.
  func controlFault() async throws -> String? { try await broken() }
}

extension TableRow: CustomStringConvertible {
  var description: String { "\(name): \(rule)" }
}

extension [TableRow] {
  /// The rows in the order of their sections; rows of one section keep their order.
  var bySection: [TableRow] {
    enumerated().sorted {
      ($0.element.section + [$0.offset]).lexicographicallyPrecedes($1.element.section + [$1.offset])
    }
    .map(\.element)
  }
}

extension TableRow {
  /// The numbers of the first section, with zeros up to four: `[4, 4, 2, 1]`.
  fileprivate var section: [Int] {
    let numbers = name.prefix { $0 != "," && $0 != " " }.split(separator: ".").compactMap { Int($0) }
    return numbers + Array(repeating: 0, count: Swift.max(0, 4 - numbers.count))
  }
}
