public import AuthCore

/// Makes stamps. Works without a provider, session or transport.
public protocol Stamper: Sendable {
  /// The stamp of a request with this body.
  ///
  /// - Parameter body: the bytes exactly as they are sent. Serialising the body again after stamping breaks the
  ///   signature.
  /// - Throws: `key_unavailable` when the key cannot be reached, `internal` when it cannot sign.
  func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp
}
