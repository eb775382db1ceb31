/// A store that gives out the right to renew a session. The engine has no other path: it claims, spends the credential,
/// commits by the generation that it claimed, and releases.
///
/// The claim of a store on this machine may rest on a lock of the kernel, which ends with its holder (`LockClaiming`);
/// that of a database rests on a lease. The engine's requests end well inside the lease that it asks for.
public protocol RenewalClaiming: SessionStore {
  /// Claims the renewal of a session.
  ///
  /// - Parameters:
  ///   - id: which session.
  ///   - generation: the generation that is known; nil claims whatever is stored.
  ///   - lease: how long the claim may last where its holder does not come back.
  /// - Throws: a storage code, `store_locked` where a store waits for others and they take too long.
  func claimRenewal(of id: SessionID, generation: UInt64?, lease: Duration) async throws(AuthError)
    -> RenewalClaimResult
  /// Stores the renewed session if the stored one has the generation of the claim.
  func commitRenewal(_ renewed: Session, of claim: RenewalClaim) async throws(AuthError) -> RenewalCommitResult
  /// Gives the claim back; one that is gone does no harm.
  func releaseRenewal(_ claim: RenewalClaim) async
}
