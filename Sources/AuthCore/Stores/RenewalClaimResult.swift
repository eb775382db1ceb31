/// The result of asking for a claim.
public enum RenewalClaimResult: Sendable {
  /// The caller holds the claim until it releases it or the lease ends.
  case claimed(RenewalClaim)
  /// The stored session has another generation than the one that was asked for: it was renewed.
  case changed(Session)
  /// The claim is held by another; ask again later.
  case held
  /// There is no such session.
  case gone
}
