/// A store that implements claims with its `withLock`. The lock of the session is held from the claim to its release.
/// The store must release its locks when the process ends, because these claims have no lease.
public protocol LockClaiming: RenewalClaiming {
  /// The locks that claims hold.
  var renewalLocks: RenewalLocks { get }
}

extension LockClaiming {
  /// False: a claim lasts until its release, or until the holder's process ends.
  public var claimsExpire: Bool { false }

  /// Waits for the session's lock, and holds the lock for as long as the claim lasts. The argument `lease` has no
  /// effect.
  ///
  /// - Throws: `store_locked` if another holder does not release the lock in time, `cancelled` if the task is cancelled
  ///   while it waits, or a storage code. After an error, no lock is held.
  public func claimRenewal(
    of id: SessionID, generation: UInt64?, lease: Duration
  ) async throws(AuthError) -> RenewalClaimResult {
    let store = self
    let token = try await renewalLocks.hold { (body) throws(AuthError) in
      try await store.withLock(on: "session/\(id)") { () throws(AuthError) in await body() }
    }
    do throws(AuthError) {
      if let stored = try await load(id) {
        if generation == nil || stored.generation == generation {
          return .claimed(RenewalClaim(session: stored, fence: token, token: token))
        }
        renewalLocks.release(token)
        return .changed(stored)
      }
      renewalLocks.release(token)
      return .gone
    } catch {
      renewalLocks.release(token)
      throw error
    }
  }

  /// Stores the renewed session if the stored generation is unchanged. Holds the lock that a sign-out takes, so that
  /// the session of a user who has signed out is not stored again.
  ///
  /// - Throws: a storage code.
  public func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    try await commit(renewed, replacing: claim.session.generation)
  }

  /// Releases the session's lock. Does nothing if the claim was released already.
  public func releaseRenewal(_ claim: RenewalClaim) async { renewalLocks.release(claim.token) }
}
