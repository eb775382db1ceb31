import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is left of a session that was ended: no hash of a token, and nothing about the user. It only says in the log
/// why a token is refused, and which index records may still list the session.
struct EndedAppSession: Sendable, Equatable {
  let reason: AppSessionEndReason
  let at: Date
  /// When the record can be removed.
  let keepUntil: Date
  let handles: [String]
}

/// The record of a session.
enum StoredAppSession: Sendable, Equatable {
  case live(LiveAppSession)
  case ended(EndedAppSession)

  /// The keys of the index records that may list the session.
  var handles: [String] {
    switch self {
    case .live(let session): session.handles
    case .ended(let session): session.handles
    }
  }

  /// Whether no token of the session can be accepted any more, and nothing needs the record.
  func isRemovable(at now: Date) -> Bool {
    switch self {
    case .live(let session):
      now >= session.facts.endsAt || (now >= session.facts.renewableUntil && now >= session.facts.tokenExpiresAt)
    case .ended(let session): now >= session.keepUntil
    }
  }
}
