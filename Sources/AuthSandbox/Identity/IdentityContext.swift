package import AuthCore

/// What the identity system needs of the world: the time, chance, and its own address.
package struct IdentityContext: Sendable {
  /// The `iss` of its tokens.
  package let issuer: String
  /// Seconds since 1970.
  package let unixTime: Int64
  package let random: any RandomSource
}

extension SandboxWorld {
  /// The identity system's view of this moment.
  package var identityContext: IdentityContext {
    IdentityContext(issuer: baseURL + "/sandbox/idp", unixTime: unixTime, random: random)
  }
}
