/// The values of the keys that were set most recently: at least `limit` of them, and at most twice as many.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var recent: [Key: Value] = [:]
  /// The values that `recent` contained when it was last full. When `recent` is full again, they are dropped.
  private var earlier: [Key: Value] = [:]

  init(limit: Int) { self.limit = limit }

  /// The value of a key; nil if it was never set, was removed, or is no longer among the most recent values.
  subscript(key: Key) -> Value? { recent[key] ?? earlier[key] }

  mutating func set(_ value: Value, for key: Key) {
    if recent.count >= limit { (recent, earlier) = ([:], recent) }
    recent[key] = value
  }

  mutating func remove(_ key: Key) {
    recent[key] = nil
    earlier[key] = nil
  }
}
