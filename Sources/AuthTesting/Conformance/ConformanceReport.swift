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

  /// The subject of the suite.
  public let subject: String
  /// The checked laws, in the order in which they were checked.
  public let entries: [Entry]

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

  /// A text table: a line for each law, with the reason if the law is broken or does not apply.
  public var description: String {
    let width = entries.map(\.law.count).max() ?? 0
    var lines = [
      "\(subject): \(entries.count) laws, \(held.count) held, \(failures.count) broken, "
        + "\(notApplicable.count) not applicable"
    ]
    for entry in entries {
      let name = entry.law + String(repeating: " ", count: width - entry.law.count)
      switch entry.verdict {
      case .held: lines.append("  held    \(name)  \(entry.statement)")
      case .broken(let reason): lines.append("  BROKEN  \(name)  \(entry.statement); \(reason)")
      case .notApplicable(let reason): lines.append("  -       \(name)  not applicable: \(reason)")
      }
    }
    return lines.joined(separator: "\n")
  }
}
