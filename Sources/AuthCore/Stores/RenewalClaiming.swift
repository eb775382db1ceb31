/// A store that grants the right to renew a session. For each renewal, the engine claims the session, notes
/// the use of the credential, uses it, commits the result for the claimed generation, and releases the claim.
///
/// The claim of a store on this machine may use a kernel lock, which is released when the holder's process ends
/// (`LockClaiming`); the claim of a database has a lease. The engine sends requests only during the first nine tenths
/// of the lease, counted from the moment before it requested the claim. The rest covers the store's response and the
/// differences between clocks.
public protocol RenewalClaiming: SessionStore {
  /// Whether a claim ends after its lease. If not, it ends when its holder releases it, or when the holder's process
  /// ends.
  var claimsExpire: Bool { get }
  /// How many seconds this machine's clock is behind the store's clock, which all hosts have in common. Until this host
  /// has a response from a server, the engine uses the store's time as the server's time. Nil if the store has no
  /// clock, or its time is not known yet.
  var clockLag: Double? { get }
  /// Claims the renewal of a session.
  ///
  /// - Parameters:
  ///   - id: the session's id.
  ///   - generation: the known generation; nil claims any stored generation.
  ///   - lease: how long the claim lasts if its holder does not release it.
  /// - Throws: a storage code. A store that waits for another holder throws `store_locked` if the wait is too long; a
  ///   store that does not wait returns `held`.
  func claimRenewal(of id: SessionID, generation: UInt64?, lease: Duration) async throws(AuthError)
    -> RenewalClaimResult
  /// Notes durably that the claim's credential is about to be used, so that a later holder learns of the use.
  ///
  /// - Throws: `store_locked` if the claim is not held any more, or another storage code. After `store_locked`, the
  ///   credential must not be used.
  func noteRenewal(of claim: RenewalClaim) async throws(AuthError)
  /// Stores the renewed session if the stored session has the generation of the claimed session.
  ///
  /// - Throws: a storage code.
  func commitRenewal(_ renewed: Session, of claim: RenewalClaim) async throws(AuthError) -> RenewalCommitResult
  /// Deletes a session whose credential the server refused, if the stored session is equal to it and no other holder
  /// can still store a renewed session.
  ///
  /// - Parameters:
  ///   - session: the session as it was when the credential was used.
  ///   - claim: the claim under which the credential was used.
  /// - Throws: a storage code.
  func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult
  /// Releases the claim. Does nothing if the claim has ended already.
  func releaseRenewal(_ claim: RenewalClaim) async
}

extension RenewalClaiming {
  /// True: by default, claims have a lease.
  public var claimsExpire: Bool { true }

  /// Nil: by default, a store has no clock.
  public var clockLag: Double? { nil }

  /// Notes the renewal of the claimed session: calls the `noteRenewal(of:)` of `SessionStore`.
  public func noteRenewal(of claim: RenewalClaim) async throws(AuthError) { try await noteRenewal(of: claim.session) }

  /// Deletes the session if the stored session is equal to it. Returns `ended` if the session was deleted already.
  public func endRenewal(of session: Session, claim: RenewalClaim) async throws(AuthError) -> RenewalEndResult {
    if let other = try await deleteIfUnchanged(session) { return .superseded(other) }
    return .ended(session)
  }
}
