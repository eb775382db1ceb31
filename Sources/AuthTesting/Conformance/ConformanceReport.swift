/// The result of a suite: a verdict on every law that was checked, including the laws that do not apply.
public struct ConformanceReport: Sendable, CustomStringConvertible {
  /// The verdict on a law.
  public enum Verdict: Sendable, Equatable {
    /// The law holds.
    case held
    /// The law is broken; the text is the reason.
    case broken(String)
    /// The law does not apply to the subject; the text is the reason.
    case notApplicable(String)
  }

  /// A law with its verdict.
  public struct Entry: Sendable {
    /// The law's stable name: `refresh.one-for-many`.
    public let law: String
    /// The requirement that the law checks, in one sentence.
    public let statement: String
    /// The verdict on the law.
    public let verdict: Verdict
  }

  /// The subject of the suite: the product, the instance's name, and the fixture's method and kind of identifier.
  public let subject: String
  /// The checked laws, in the order in which they were checked.
  public let entries: [Entry]
  /// What the suite could not check because of the fixture: a method that the fixture does not sign in with, or an
  /// input that it does not set.
  public let notes: [String]

  /// The broken laws.
  public var failures: [ConformanceFailure] {
    entries.compactMap { entry in
      guard case .broken(let reason) = entry.verdict else { return nil }
      return ConformanceFailure(law: entry.law, reason: reason)
    }
  }

  /// The names of the laws that hold.
  public var held: [String] { entries.filter { $0.verdict == .held }.map(\.law) }

  /// The laws that do not apply, with the reasons.
  public var notApplicable: [(law: String, reason: String)] {
    entries.compactMap { entry in
      guard case .notApplicable(let reason) = entry.verdict else { return nil }
      return (entry.law, reason)
    }
  }

  /// Whether no law is broken.
  public var isConforming: Bool { failures.isEmpty }

  /// A text table: a line for each law, with the reason if the law is broken or does not apply. Laws that are broken
  /// for the same reason share one line. The notes follow.
  public var description: String {
    let width = entries.map(\.law.count).max() ?? 0
    let shared = Dictionary(grouping: failures, by: \.reason).filter { $0.value.count > 1 }
    var shown: Set<String> = []
    var lines = [
      "\(subject): \(entries.count) laws, \(held.count) held, \(failures.count) broken, "
        + "\(notApplicable.count) not applicable"
    ]
    for entry in entries {
      let name = entry.law + String(repeating: " ", count: width - entry.law.count)
      switch entry.verdict {
      case .held: lines.append("  held    \(name)  \(entry.statement)")
      case .broken(let reason):
        guard let laws = shared[reason]?.map(\.law) else {
          lines.append("  BROKEN  \(name)  \(entry.statement); \(reason)")
          continue
        }
        guard shown.insert(reason).inserted else { continue }
        lines.append("  BROKEN  \(laws.count) laws: \(reason)")
        lines += Self.wrapped(laws)
      case .notApplicable(let reason): lines.append("  -       \(name)  not applicable: \(reason)")
      }
    }
    return (lines + notes.map { "  note    \($0)" }).joined(separator: "\n")
  }

  /// Indented lines with the names, separated by commas.
  private static func wrapped(_ names: [String]) -> [String] {
    var lines: [String] = []
    for name in names {
      let longer = lines.last.map { "\($0), \(name)" }
      if let longer, longer.count <= 119 { lines[lines.count - 1] = longer } else { lines.append("          " + name) }
    }
    return lines.enumerated().map { $0.offset < lines.count - 1 ? $0.element + "," : $0.element }
  }
}
