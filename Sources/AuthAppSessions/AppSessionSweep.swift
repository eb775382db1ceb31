/// The result of one call of `AppSessions.sweep`.
public struct AppSessionSweep: Sendable, Hashable {
  /// A place in the round through all records.
  public struct Cursor: Sendable, Hashable {
    let part: Int
    let after: String?

    /// Creates the beginning of a round.
    public init() { self.init(part: 0, after: nil) }

    init(part: Int, after: String?) {
      self.part = part
      self.after = after
    }

    /// Whether this is the beginning of a round.
    public var isStart: Bool { part == 0 && after == nil }

    /// The next part; after the last one, the beginning.
    var advanced: Cursor {
      Cursor(part: (part + 1) % (AppSessionRecords.Kind.allCases.count * AppSessionRecords.shards.count), after: nil)
    }
  }

  /// The number of examined records that were removed. A list that became empty because its last session was removed is
  /// not counted.
  public let removed: Int
  /// The number of records that were examined.
  public let examined: Int
  /// Where the next call continues. After a whole round, it is the beginning (`isStart`).
  public let next: Cursor
}
