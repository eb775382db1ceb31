/// The result of a request for a claim.
public enum RenewalClaimResult: Sendable {
  /// The caller holds the claim until the caller releases the claim or, if the store's claims expire, until the lease
  /// of the claim ends.
  case claimed(RenewalClaim)
  /// The stored session does not have the requested generation, because it was renewed or replaced.
  case changed(Session)
  /// Another holder has the claim. Try again later.
  case held
  /// No session with the requested id is stored.
  case gone
}
