public import AuthCore
import AuthCrypto

/// Stamps with an external wallet: the wallet signs, and this type builds the stamp from the signature.
public struct WalletStamper: Stamper {
  /// Signs the given body as the wallet's scheme requires.
  public typealias Signing = @Sendable (_ body: [UInt8]) async throws -> [UInt8]

  /// The wallet's signature scheme.
  public let scheme: StampScheme
  /// The wallet's public key in lower-case hex, by which the server identifies the wallet.
  public let publicKeyHex: String
  private let format: APIKeyStampFormat
  private let sign: Signing

  /// A stamper of a wallet.
  ///
  /// - Parameters:
  ///   - publicKey: the compressed point of 33 bytes for secp256k1, or the 32 bytes of an Ed25519 key.
  ///   - scheme: `.secp256k1EIP191` for Ethereum wallets that sign messages (`personal_sign`), `.secp256k1` for ECDSA
  ///     over the body's SHA-256, `.ed25519` for Solana wallets.
  ///   - sign: returns r‖s (64 bytes), r‖s‖v (65) or DER for secp256k1, and 64 bytes for Ed25519.
  /// - Throws: `invalid_request` for a key that does not fit the scheme, `unsupported` for a scheme that wallets do not
  ///   use.
  public init(publicKey: [UInt8], scheme: StampScheme, sign: @escaping Signing) throws(AuthError) {
    switch scheme {
    case .secp256k1, .secp256k1EIP191:
      guard publicKey.count == 33, publicKey[0] == 2 || publicKey[0] == 3 else {
        throw AuthError(.invalidRequest, "publicKey must be a compressed secp256k1 point of 33 bytes.")
      }
    case .ed25519:
      guard publicKey.count == 32 else {
        throw AuthError(.invalidRequest, "publicKey must be an Ed25519 key of 32 bytes.")
      }
    default:
      throw AuthError(.unsupported, "Wallets do not use \(scheme.rawValue). Use secp256k1EIP191, secp256k1 or ed25519.")
    }
    self.scheme = scheme
    self.sign = sign
    publicKeyHex = Hex.encode(publicKey)
    format = APIKeyStampFormat(publicKey: publicKey, scheme: scheme)
  }

  /// The stamp of a request with this body.
  ///
  /// - Throws: `cancelled` if `sign` throws `CancellationError`, any `AuthError` that `sign` throws, and
  ///   `provider_error` for its other errors and for a signature that does not have the form of the scheme.
  public func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    let signature: [UInt8]
    do {
      signature = try await sign(body)
    } catch let error as AuthError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw AuthError(.providerError, "The wallet could not sign (\(type(of: error))). Try again.")
    }
    return try format.stamp(signature: try normalized(signature))
  }

  /// The signature in the server's form: DER for secp256k1, 64 bytes for Ed25519.
  private func normalized(_ signature: [UInt8]) throws(AuthError) -> [UInt8] {
    if scheme == .ed25519 {
      guard signature.count == 64 else { throw Self.malformed }
      return signature
    }
    // r and s are as long as in a P-256 signature, and DER does not depend on the curve.
    do {
      if signature.count == 64 || signature.count == 65 {
        return Array(
          try P256.Signing.ECDSASignature(rawRepresentation: Array(signature.prefix(64))).derRepresentation)
      }
      return Array(try P256.Signing.ECDSASignature(derRepresentation: signature).derRepresentation)
    } catch {
      throw Self.malformed
    }
  }

  private static var malformed: AuthError {
    AuthError(
      .providerError,
      "The wallet's signature does not have the form that the scheme requires. Check the scheme and the wallet's "
        + "return value.")
  }
}
