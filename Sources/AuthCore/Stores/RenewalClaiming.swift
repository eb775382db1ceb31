/// A store that grants the right to renew a session. The engine always claims, notes, spends the credential, commits by
/// the generation that it claimed, and releases.
///
/// The claim of a store on this machine may rest on a lock of the kernel, which ends with its holder (`LockClaiming`);
/// that of a database rests on a lease. The engine sends requests only during the first nine tenths of the lease,
/// counted from the moment before it asked.
public protocol RenewalClaiming: SessionStore {
  /// Whether a claim ends after its lease. If not, it ends when its holder releases it, or when the holder's process
  /// ends.
  var claimsExpire: Bool { get }
  /// How many seconds this machine's clock is behind the store's clock, which all hosts have in common. Until a server
  /// has answered this host, the engine takes the store's time for the server's. Nil if the store has no clock, or its
  /// time is not known yet.
  var clockLag: Double? { get }
  /// Claims the renewal of a session.
  ///
  /// - Parameters:
  ///   - id: which session.
  ///   - generation: the known generation; nil claims any stored generation.
  ///   - lease: how long the claim lasts if its holder does not release it.
  /// - Throws: a storage code, `store_locked` when another holder keeps the claim for too long.
  func claimRenewal(of id: SessionID, generation: UInt64?, lease: Duration) async throws(AuthError)
    -> RenewalClaimResult
  /// Notes durably that the claim's credential is about to be used, so that a later holder knows it.
  ///
  /// - Throws: `store_locked` if the claim is not held any more: the credential must not be used; or a storage code.
  func noteRenewal(of claim: RenewalClaim) async throws(AuthError)
  /// Stores the renewed session if the stored one has the generation of the claim.
  func commitRenewal(_ renewed: Session, of claim: RenewalClaim) async throws(AuthError) -> RenewalCommitResult
  /// Deletes a session whose credential the server refused, if no other holder can still store a renewed one.
  ///
  /// - Parameters:
  ///   - session: the session as it was when the credential was used.
  ///   - claim: the claim under which it was used.
  func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult
  /// Releases the claim; a claim that has already ended has no effect.
  func releaseRenewal(_ claim: RenewalClaim) async
}

extension RenewalClaiming {
  /// True.
  public var claimsExpire: Bool { true }

  /// Nil.
  public var clockLag: Double? { nil }

  /// Calls the store's `noteRenewal(of:)` for the session.
  public func noteRenewal(of claim: RenewalClaim) async throws(AuthError) { try await noteRenewal(of: claim.session) }

  /// Deletes the session if it is stored exactly so.
  public func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    if let other = try await deleteIfUnchanged(session) { return .superseded(other) }
    return .ended(session)
  }
}
