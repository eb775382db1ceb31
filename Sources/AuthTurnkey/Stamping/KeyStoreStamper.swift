public import AuthCore
import AuthCrypto

/// Stamps with a P-256 key of a key store: the private half never comes here.
public struct KeyStoreStamper: Stamper {
  /// The key.
  public let key: KeyReference
  private let keys: KeyRing
  private let format: StampFormat

  /// A stamper of a key.
  ///
  /// - Parameters:
  ///   - key: a P-256 key.
  ///   - keys: the stores that resolve it.
  /// - Throws: `key_unavailable` when none of the stores made it, `unsupported` for another algorithm.
  public init(key: KeyReference, in keys: KeyRing) throws(AuthError) {
    guard key.algorithm == .p256 else {
      throw AuthError(.unsupported, "A \(key.algorithm.rawValue) key cannot stamp; a P-256 key can.")
    }
    _ = try keys.store(of: key)
    self.key = key
    self.keys = keys
    format = StampFormat(publicKey: key.publicKey)
  }

  /// The compressed point in lower-case hex: how the server knows the key.
  public var publicKeyHex: String { Hex.encode(key.publicKey) }

  /// The stamp of a request with this body; an empty one is a body, too.
  ///
  /// - Throws: `key_unavailable` when the key is gone or locked, `internal` for a store that does not keep its word.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    try stamp(signature: try await keys.sign(body, with: key))
  }

  /// The stamp around a signature in the key store's form, r‖s.
  private func stamp(signature: [UInt8]) throws(AuthError) -> Stamp {
    let der: [UInt8]
    do {
      der = Array(try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
    } catch {
      throw AuthError(.internalError, "The key store '\(key.storeID)' gave no signature of 64 bytes.")
    }
    let value = withUnsafeTemporaryAllocation(byteCount: StampFormat.scratchCapacity, alignment: 1) { scratch in
      der.withUnsafeBytes { format.value(signature: $0, scratch: scratch) }
    }
    guard let value else { throw AuthError(.internalError, "The stamp is longer than any stamp can be.") }
    return Stamp(name: StampFormat.headerName, value: value)
  }
}
