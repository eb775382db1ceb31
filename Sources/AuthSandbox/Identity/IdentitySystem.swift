package import AuthCore

/// The app's own identity system: signs JWTs for its users, well or, on request, wrongly.
package struct IdentitySystem: Sendable {
  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {}

  func handle(_ request: SandboxRequest, context: IdentityContext) -> SandboxResponse {
    .notFound(request)
  }
}
