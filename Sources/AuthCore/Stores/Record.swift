/// A stored value and its version, for compare-and-set.
public struct Record: Sendable {
  /// The stored value.
  public let value: Secret
  /// The version, which grows with every write of the record.
  public let version: UInt64

  /// Creates a record of a store.
  public init(value: Secret, version: UInt64) {
    self.value = value
    self.version = version
  }
}
