public import AuthCore

/// Makes stamps. It works by itself: no provider, session or transport is needed.
public protocol Stamper: Sendable {
  /// The stamp of a request with this body.
  ///
  /// - Parameter body: the bytes exactly as they are sent; serialising once more after stamping breaks the signature.
  /// - Throws: `key_unavailable` when the key cannot be reached, `internal` when it cannot sign.
  func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp
}
