import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of a session that has not ended. The whole session is one record, so that one compare-and-set
/// changes it. All decisions are made here, without I/O.
struct LiveAppSession: Sendable, Equatable {
  /// The hash of an access token, and when the token expires.
  struct Access: Sendable, Equatable {
    let hash: [UInt8]
    let expiresAt: Date
  }

  /// What a client needs, besides the spent token, to get the tokens of a renewal again.
  struct Retry: Sendable, Equatable {
    let spentHash: [UInt8]
    let salt: [UInt8]
    let until: Date
  }

  var facts: ActiveAppSession
  /// The hash of the part that all refresh tokens of the session share. It distinguishes a spent token from a forged
  /// one, so that no hash of a spent token has to be kept.
  let familyHash: [UInt8]
  /// The hash of the only refresh token that is not spent.
  var refreshHash: [UInt8]
  /// The access tokens that are accepted, the newest first. The last one before a renewal stays valid until it expires,
  /// for the requests that are under way.
  var access: [Access]
  var retry: Retry?
  /// The keys of the index records that list the session.
  let handles: [String]

  /// Returns when the access token `token` expires, or the refusal.
  func check(access token: PresentedToken, at now: Date) -> Result<Date, Refused> {
    // Every hash is compared, so that the time does not depend on which one matches.
    var found: Access?
    for candidate in access where ConstantTime.equal(candidate.hash, token.hash) { found = candidate }
    guard let found else { return .failure(Refused(reason: .unknown)) }
    guard now < found.expiresAt, now < facts.endsAt else { return .failure(Refused(reason: .expired)) }
    return .success(found.expiresAt)
  }

  /// A refusal as an error, for `Result`.
  struct Refused: Error, Equatable {
    let reason: AppSessionRefusal
  }

  /// Returns whether `token` was issued for this session, spent or not.
  func owns(refresh token: PresentedToken) -> Bool { ConstantTime.equal(familyHash, token.sharedHash) }
}
