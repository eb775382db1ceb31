/// Finds the changes that a reader has not seen yet.
///
/// Transactions do not become visible in the order in which they begin. Each poll therefore requests the changes of all
/// transactions that may have been unfinished at the previous poll, and ignores the changes that were already returned.
struct ChangeWindow: Sendable {
  /// The lowest id of a transaction that was still running at the last poll; nil before the first poll.
  private(set) var horizon: String?
  private var seen: Set<Int64> = []
  /// Whether changes may have been missed, because the last poll failed.
  private(set) var hasGap = false

  /// The result of a poll.
  enum News: Equatable {
    /// No row was changed.
    case nothing
    /// The rows with these names were changed.
    case rows(Set<[UInt8]>)
    /// Any row may have changed.
    case unknown
  }

  /// Notes a successful poll, and returns the changes since the previous poll.
  ///
  /// - Parameters:
  ///   - horizon: the lowest id of a running transaction.
  ///   - changes: the visible changes since the previous horizon, with their numbers and the names of their rows.
  mutating func looked(horizon: String, changes: [(id: Int64, name: [UInt8])]) -> News {
    let isFirst = self.horizon == nil || hasGap
    let fresh = changes.filter { !seen.contains($0.id) }
    self.horizon = horizon
    seen = Set(changes.map(\.id))
    hasGap = false
    if isFirst { return .unknown }
    return fresh.isEmpty ? .nothing : .rows(Set(fresh.map(\.name)))
  }

  /// Notes a failed poll.
  mutating func failed() { hasGap = true }
}
