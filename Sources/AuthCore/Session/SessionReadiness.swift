#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A valid session for which nothing is due before a known time. One decision then serves many requests.
struct SessionReadiness: Sendable {
  let session: Session
  /// Nothing is due before this time.
  let end: Date

  /// Date arithmetic rounds: within this distance of an end, the decision is made again.
  private static let margin = 0.001

  /// - Parameters:
  ///   - end: when the session has to be checked again before use; nil for never.
  ///   - warning: when its end has to be announced; nil when nothing is to be announced.
  init(_ session: Session, end: Date?, warning: Date?) {
    self.session = session
    let first = min(end ?? .distantFuture, warning ?? .distantFuture)
    self.end = first.addingTimeInterval(-Self.margin)
  }
}
