/// What became of the credential during one attempt at a renewal, which may end in an error.
final class CredentialUse: Sendable {
  private let use = Locked(RenewalClaim.Use.unused)

  var value: RenewalClaim.Use { use.withLock { $0 } }

  func set(_ value: RenewalClaim.Use) { use.withLock { $0 = value } }
}
