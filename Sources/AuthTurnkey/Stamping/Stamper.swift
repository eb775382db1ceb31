public import AuthCore

/// Makes stamps. A stamper works without a provider, session or transport.
public protocol Stamper: Sendable {
  /// The stamp of a request with this body.
  ///
  /// - Parameter body: the bytes exactly as they are sent. Serialising the body again after stamping breaks the
  ///   signature.
  /// - Throws: `key_unavailable` if the key cannot be used, `internal` if signing fails, and the errors of the signer,
  ///   such as a passkey authenticator's `cancelled` or `no_credential`.
  func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp
}
