/// A store whose claims use its own lock. The lock is held from the claim to its release, and is released when the
/// process ends.
public protocol LockClaiming: RenewalClaiming {
  /// The locks that claims hold.
  var renewalLocks: RenewalLocks { get }
}

extension LockClaiming {
  /// False: the kernel releases the lock when the holder's process ends.
  public var claimsExpire: Bool { false }

  /// Waits for the session's lock, and holds it for the claim.
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

  /// Stores the renewed session if the generation is unchanged, under the lock that a sign-out also takes.
  public func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    try await commit(renewed, replacing: claim.session.generation)
  }

  /// Releases the lock.
  public func releaseRenewal(_ claim: RenewalClaim) async { renewalLocks.release(claim.token) }
}
