public import AuthCore
import AuthCrypto

/// Stamps with a key in a software or hardware key store. The private key stays in the store.
public struct KeyStoreStamper: Stamper {
  /// The key that stamps.
  public let key: KeyReference
  private let keys: KeyRing
  private let format: APIKeyStampFormat

  /// A stamper of a key.
  ///
  /// - Parameters:
  ///   - key: a P-256 key, such as a session key, or an Ed25519 key.
  ///   - keys: the key stores, one of which has the key.
  /// - Throws: `key_unavailable` if the key's store is not in `keys`.
  public init(key: KeyReference, in keys: KeyRing) throws(AuthError) {
    _ = try keys.store(of: key)
    self.key = key
    self.keys = keys
    format = APIKeyStampFormat(publicKey: key.publicKey, scheme: key.algorithm == .p256 ? .p256 : .ed25519)
  }

  /// The public key in lower-case hex, by which the server identifies the key: the compressed point, or the 32 bytes of
  /// an Ed25519 key.
  public var publicKeyHex: String { Hex.encode(key.publicKey) }

  /// The stamp of a request with this body. An empty body is stamped, too.
  ///
  /// - Throws: `key_unavailable` if the key is missing or locked, `internal` if the store returns a signature of the
  ///   wrong length, and the store's other errors.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    try format.stamp(signature: try await signature(for: body))
  }

  /// The signature in the server's form: DER for P-256, 64 bytes for Ed25519.
  func signature(for body: [UInt8]) async throws(AuthError) -> [UInt8] {
    let signature = try await keys.sign(body, with: key)
    guard key.algorithm == .p256 else { return signature }
    do {
      return Array(try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
    } catch {
      throw AuthError(
        .internalError,
        "The key store '\(key.storeID)' returned a signature that is not r and s of 32 bytes each. Report this to the "
          + "key store's author.")
    }
  }
}
