/// The result of a request for a claim.
public enum RenewalClaimResult: Sendable {
  /// The caller holds the claim until the caller releases it or, if the store's claims expire, its lease ends.
  case claimed(RenewalClaim)
  /// The stored session does not have the requested generation, because it was renewed or replaced.
  case changed(Session)
  /// Another holder has the claim. Try again later.
  case held
  /// No session with the requested id is stored.
  case gone
}
