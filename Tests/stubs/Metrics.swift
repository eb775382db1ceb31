// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-metrics 2.10.1, as far as AuthMetrics calls it.

public final class Counter: Sendable {
  public convenience init(label: String, dimensions: [(String, String)] = []) { self.init() }
  private init() {}
  public func increment<DataType: BinaryInteger>(by amount: DataType) {}
  public func increment() {}
}

public final class Timer: Sendable {
  public convenience init(label: String, dimensions: [(String, String)] = []) { self.init() }
  private init() {}
  public func recordNanoseconds(_ duration: Int64) {}
}
