/// The result of a request for a claim.
public enum RenewalClaimResult: Sendable {
  /// The caller holds the claim until it releases it or the lease ends.
  case claimed(RenewalClaim)
  /// The stored session has another generation than the requested one: the session was renewed.
  case changed(Session)
  /// Another holder has the claim. Try again later.
  case held
  /// There is no such session.
  case gone
}
