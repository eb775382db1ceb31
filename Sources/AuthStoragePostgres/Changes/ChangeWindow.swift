/// Which changes a reader has not seen. Transactions become visible in another order than they began: a reader asks for
/// all that were not surely finished at its last look, and leaves out those that it knows.
struct ChangeWindow: Sendable {
  /// The lowest transaction that was still running at the last look; nil before the first one.
  private(set) var horizon: String?
  private var seen: Set<Int64> = []
  /// Whether something may have been missed since the last look: it failed.
  private(set) var hasGap = false

  /// What a look found.
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
  ///   - changes: the visible changes since the last horizon, by number; a change without a name is not of a session.
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
