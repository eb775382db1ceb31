import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How far this machine's clock is behind the database's, measured with the answers of statements.
final class DatabaseClock: Sendable {
  private let measured = Locked<Double?>(nil)
  private let clock: any AuthClock

  init(_ clock: any AuthClock) { self.clock = clock }

  /// In seconds, less than a statement's time too low; nil until a statement returned the database's time.
  var lag: Double? { measured.withLock { $0 } }

  /// - Parameter milliseconds: the database's time since 1970, as an answer that has just arrived gives it.
  func answered(_ milliseconds: Int64) {
    let lag = Double(milliseconds) / 1000 - clock.now().timeIntervalSince1970
    measured.withLock { $0 = lag }
  }
}
