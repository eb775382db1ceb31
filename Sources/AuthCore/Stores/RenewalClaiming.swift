/// A store that grants the right to renew a session. The engine always claims, spends the credential, commits by the
/// generation that it claimed, and releases.
///
/// The claim of a store on this machine may rest on a lock of the kernel, which ends with its holder (`LockClaiming`);
/// that of a database rests on a lease. The engine's requests end well inside the lease that it asks for.
public protocol RenewalClaiming: SessionStore {
  /// Claims the renewal of a session.
  ///
  /// - Parameters:
  ///   - id: which session.
  ///   - generation: the known generation; nil claims any stored generation.
  ///   - lease: how long the claim lasts if its holder does not release it.
  /// - Throws: a storage code, `store_locked` when another holder keeps the claim for too long.
  func claimRenewal(of id: SessionID, generation: UInt64?, lease: Duration) async throws(AuthError)
    -> RenewalClaimResult
  /// Stores the renewed session if the stored one has the generation of the claim.
  func commitRenewal(_ renewed: Session, of claim: RenewalClaim) async throws(AuthError) -> RenewalCommitResult
  /// Releases the claim; a claim that has already ended has no effect.
  func releaseRenewal(_ claim: RenewalClaim) async
}
