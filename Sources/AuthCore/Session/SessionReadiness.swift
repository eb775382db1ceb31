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

  /// How many seconds before the computed time the session has to be checked again. Date arithmetic rounds, so the
  /// exact time would be unsafe.
  private static let margin = 0.001

  /// Computes the time before which nothing is due.
  ///
  /// - Parameters:
  ///   - session: a valid session.
  ///   - end: when the session has to be checked again before use; nil for never.
  ///   - warning: when the expiry of the session has to be announced; nil if no announcement is due.
  init(_ session: Session, end: Date?, warning: Date?) {
    self.session = session
    let first = min(end ?? .distantFuture, warning ?? .distantFuture)
    self.end = first.addingTimeInterval(-Self.margin)
  }
}
