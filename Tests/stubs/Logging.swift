// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-log 1.14.0, as far as AuthLogging and the examples' middleware call it.

public struct Logger: Sendable {
  public enum Level: Sendable { case trace, debug, info, notice, warning, error, critical }

  public struct Message: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
  }

  public enum MetadataValue: Sendable {
    case string(String)
    case stringConvertible(any CustomStringConvertible & Sendable)
    case dictionary(Metadata)
    case array([MetadataValue])
  }

  public typealias Metadata = [String: MetadataValue]

  public init(label: String) {}

  public func log(
    level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil, source: @autoclosure () -> String? = nil,
    file: String = #fileID, function: String = #function, line: UInt = #line
  ) {}

  public func info(
    _ message: @autoclosure () -> Logger.Message, metadata: @autoclosure () -> Logger.Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID, function: String = #function, line: UInt = #line
  ) {}
}
