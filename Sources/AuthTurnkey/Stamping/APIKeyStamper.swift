public import AuthCore
import AuthCrypto

/// Stamps with an API key pair that the program itself holds. It is intended for backends and tools.
///
/// The key is checked and imported once. Copies share it, and making a stamp does not take a lock. To keep the private
/// key out of the program, use `KeyStoreStamper` with a key in a key store.
public struct APIKeyStamper: Stamper {
  /// The compressed point in lower-case hex, by which the server identifies the key.
  public let publicKeyHex: String
  private let key: P256.Signing.PrivateKey
  private let format: APIKeyStampFormat

  /// A stamper of a P-256 key pair.
  ///
  /// - Parameters:
  ///   - publicKeyHex: the compressed point (SEC 1, 2.3.3), 66 hexadecimal digits, beginning with 02 or 03.
  ///   - privateKeyHex: the scalar, 64 hexadecimal digits.
  /// - Throws: `invalid_request` for a value of another form, for a scalar that is not in 1..<n, and for a public key
  ///   that does not match the private key.
  public init(publicKeyHex: String, privateKeyHex: Secret) throws(AuthError) {
    guard let publicKey = Hex.decode(publicKeyHex), publicKey.count == 33, publicKey[0] == 2 || publicKey[0] == 3 else {
      throw Self.invalid("publicKey must be a compressed P-256 point of 66 hexadecimal digits, beginning with 02 or 03")
    }
    guard var scalar = privateKeyHex.withBytes({ Hex.decode(String(decoding: $0, as: UTF8.self)) }), scalar.count == 32
    else { throw Self.invalid("privateKey must be a P-256 scalar of 64 hexadecimal digits") }
    defer { Wiping.wipe(&scalar) }
    do {
      key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
    } catch {
      throw Self.invalid("privateKey must be at least 1 and less than the order of P-256")
    }
    guard Array(key.publicKey.compressedRepresentation) == publicKey else {
      throw Self.invalid("publicKey and privateKey do not match")
    }
    self.publicKeyHex = Hex.encode(publicKey)
    format = APIKeyStampFormat(publicKey: publicKey)
  }

  /// A stamper of an existing key.
  init(_ key: P256.Signing.PrivateKey) {
    let publicKey = Array(key.publicKey.compressedRepresentation)
    self.key = key
    publicKeyHex = Hex.encode(publicKey)
    format = APIKeyStampFormat(publicKey: publicKey)
  }

  /// Creates a stamper of a P-256 key pair. The caller has to protect the string with the private key.
  ///
  /// - Parameters:
  ///   - publicKeyHex: the compressed point (SEC 1, 2.3.3), 66 hexadecimal digits, beginning with 02 or 03.
  ///   - privateKeyHex: the scalar, 64 hexadecimal digits.
  /// - Throws: `invalid_request` for a value of another form, for a scalar that is not in 1..<n, and for a public key
  ///   that does not match the private key.
  public init(publicKeyHex: String, privateKeyHex: String) throws(AuthError) {
    try self.init(publicKeyHex: publicKeyHex, privateKeyHex: Secret(privateKeyHex))
  }

  /// The stamp of a request with this body. An empty body is stamped, too.
  ///
  /// - Throws: `internal` if the cryptography library cannot sign, or the stamp is too long.
  public func stamp(_ body: [UInt8]) throws(AuthError) -> Stamp {
    try body.withUnsafeBufferPointer { (body) throws(AuthError) in
      try stamp(UnsafeRawBufferPointer(body))
    }
  }

  /// The stamp of a request whose body is at `body`.
  ///
  /// - Throws: `internal` if the cryptography library cannot sign, or the stamp is too long.
  public func stamp(_ body: UnsafeRawBufferPointer) throws(AuthError) -> Stamp {
    try withUnsafeTemporaryAllocation(byteCount: APIKeyStampFormat.scratchCapacity, alignment: 1) {
      (scratch) throws(AuthError) in
      let room = UnsafeMutableRawBufferPointer(rebasing: scratch[..<DERSignature.capacity])
      let count: Int
      do {
        count = try key.writeSignature(for: body, into: room)
      } catch {
        throw AuthError(
          .internalError,
          "The cryptography library could not sign with the API key. Report this to Latchkey's maintainers.")
      }
      let value = format.value(
        signature: UnsafeRawBufferPointer(rebasing: room[..<count]),
        scratch: UnsafeMutableRawBufferPointer(rebasing: scratch[DERSignature.capacity...]))
      guard let value else {
        throw AuthError(
          .internalError,
          "The stamp's signature exceeds the buffer of \(APIKeyStampFormat.scratchCapacity - DERSignature.capacity) bytes. "
            + "Report this to Latchkey's maintainers.")
      }
      return Stamp(name: APIKeyStampFormat.headerName, value: value)
    }
  }

  private static func invalid(_ reason: String) -> AuthError {
    AuthError(.invalidRequest, "The API key cannot be used: \(reason). Copy both halves of the key again.")
  }
}

extension APIKeyStamper: CustomStringConvertible, CustomReflectable {
  /// Only the public key.
  public var description: String { "APIKeyStamper(\(publicKeyHex))" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
