public import AuthCore
@_exported public import AuthSandboxAuthsignal
@_exported public import AuthSandboxHawcx
@_exported public import AuthSandboxKit
@_exported public import AuthSandboxOIDC
@_exported public import AuthSandboxPrivy
@_exported public import AuthSandboxTurnkey

extension Sandbox {
  /// Creates a sandbox with the servers of all vendors: Turnkey, Privy, Hawcx, Authsignal and an OpenID provider, in
  /// this order.
  ///
  /// - Parameters:
  ///   - clock: the clock that the sandbox's settable time is based on.
  ///   - random: the source of codes, ids and tokens.
  ///   - baseURL: the sandbox's own address, without a trailing slash; a `SandboxServer` replaces it when it starts.
  ///   - keyring: the names and keys of an earlier sandbox, to continue that sandbox.
  ///   - transport: fetches the key sets that an app registered by URL; without a transport they are not fetched.
  /// - Throws: `internal` when a key cannot be made, `store_corrupt` when the keyring contains a malformed key.
  public convenience init(
    clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource(),
    baseURL: String = "http://localhost", keyring: SandboxKeyring = SandboxKeyring(),
    transport: (any HTTPTransport)? = nil
  ) throws(AuthError) {
    try self.init(
      vendors: SandboxVendorFactory.all, clock: clock, random: random, baseURL: baseURL, keyring: keyring,
      transport: transport)
  }
}

extension SandboxVendorFactory {
  /// The servers of all vendors of this package, in the order of the pages and the descriptor.
  package static let all: [SandboxVendorFactory] = [.turnkey, .privy, .hawcx, .authsignal, .oidc]
}
