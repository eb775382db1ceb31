/// How one attempt at a renewal used the credential. This is a class, so that the caller can read the value even if the
/// attempt throws an error.
final class CredentialUse: Sendable {
  private let use = Locked(RenewalClaim.Use.unused)

  var value: RenewalClaim.Use { use.withLock { $0 } }

  func set(_ value: RenewalClaim.Use) { use.withLock { $0 = value } }
}
