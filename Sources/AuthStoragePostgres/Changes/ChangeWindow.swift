/// Finds the changes that a reader has not seen. Transactions do not become visible in the order in which they begin.
/// So a reader requests the changes of all transactions that may have been unfinished at its last look, and ignores
/// the changes that it knows.
struct ChangeWindow: Sendable {
  /// The lowest transaction that was still running at the last look; nil before the first one.
  private(set) var horizon: String?
  private var seen: Set<Int64> = []
  /// Whether changes may have been missed, because the last look failed.
  private(set) var hasGap = false

  /// The result of a look.
  enum News: Equatable {
    /// Nothing is new.
    case nothing
    /// These rows were changed.
    case rows(Set<[UInt8]>)
    /// Anything may have changed.
    case unknown
  }

  /// A look that succeeded.
  ///
  /// - Parameters:
  ///   - horizon: the lowest transaction that was running.
  ///   - changes: the visible changes since the last horizon, with their numbers and the names of their rows.
  mutating func looked(horizon: String, changes: [(id: Int64, name: [UInt8])]) -> News {
    let isFirst = self.horizon == nil || hasGap
    let fresh = changes.filter { !seen.contains($0.id) }
    self.horizon = horizon
    seen = Set(changes.map(\.id))
    hasGap = false
    if isFirst { return .unknown }
    return fresh.isEmpty ? .nothing : .rows(Set(fresh.map(\.name)))
  }

  /// A look that failed.
  mutating func failed() { hasGap = true }
}
