#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A session that works and for which nothing is due before a known time: what is decided once need not be decided
/// again for every request.
struct SessionReadiness: Sendable {
  let session: Session
  /// Nothing is due before it.
  let end: Date

  /// Sums of times are rounded: what is as near as this to an end is decided anew.
  private static let margin = 0.001

  /// - Parameters:
  ///   - end: when the session is no longer simply to be used; nil for never.
  ///   - warning: when its end is to be announced, where that is still to be done.
  init(_ session: Session, end: Date?, warning: Date?) {
    self.session = session
    let first = min(end ?? .distantFuture, warning ?? .distantFuture)
    self.end = first.addingTimeInterval(-Self.margin)
  }
}
