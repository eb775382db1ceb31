/// How one attempt at a renewal used the credential. It is read even if the attempt throws an error.
final class CredentialUse: Sendable {
  private let use = Locked(RenewalClaim.Use.unused)

  var value: RenewalClaim.Use { use.withLock { $0 } }

  func set(_ value: RenewalClaim.Use) { use.withLock { $0 = value } }
}
