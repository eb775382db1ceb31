public import AuthCore

/// Makes stamps. Works without a provider, session or transport.
public protocol Stamper: Sendable {
  /// The stamp of a request with this body.
  ///
  /// - Parameter body: the bytes exactly as they are sent. Serialising the body again after stamping breaks the
  ///   signature.
  /// - Throws: `key_unavailable` if the key cannot be used, `internal` if signing fails, and the errors of what signs,
  ///   such as `cancelled` or `no_credential` of a passkey authenticator.
  func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp
}
