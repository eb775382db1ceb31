#if Logging
  public import AuthCore
  public import Logging

  /// An observer that writes events to a logger of swift-log. It needs the package trait `Logging`.
  ///
  /// ```swift
  /// let observer = LoggingObserver(Logger(label: "auth"))
  /// ```
  public struct LoggingObserver: AuthObserver {
    private let logger: Logger

    /// Creates an observer that writes to `logger`.
    public init(_ logger: Logger) { self.logger = logger }

    /// Writes the event, with its parts as metadata.
    public func record(_ event: AuthEvent) {
      let record = EventRecord(event)
      logger.log(
        level: record.level.logLevel, "\(record.message)", metadata: record.fields.mapValues { .string($0) })
    }
  }

  extension EventRecord.Level {
    fileprivate var logLevel: Logger.Level {
      switch self {
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      }
    }
  }
#endif
