/// A stored value and the version that compare-and-set goes by.
public struct Record: Sendable {
  /// The stored value.
  public let value: Secret
  /// Grows with every write.
  public let version: UInt64

  /// A record, as a store gives it.
  public init(value: Secret, version: UInt64) {
    self.value = value
    self.version = version
  }
}
