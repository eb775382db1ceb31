/// A store whose claims rest on its own lock: held from the claim to its release, and released when the process ends.
public protocol LockClaiming: RenewalClaiming {
  /// The locks that claims hold.
  var renewalLocks: RenewalLocks { get }
}

extension LockClaiming {
  /// False: the kernel's lock ends with its holder.
  public var claimsExpire: Bool { false }

  /// Waits for the session's lock, and keeps it.
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

  /// Compares and sets under the lock that a sign-out takes, too.
  public func commitRenewal(
    _ renewed: Session, of claim: RenewalClaim
  ) async throws(AuthError) -> RenewalCommitResult {
    try await commit(renewed, replacing: claim.session.generation)
  }

  /// Releases the lock.
  public func releaseRenewal(_ claim: RenewalClaim) async { renewalLocks.release(claim.token) }
}
