public import AuthCore
import AuthCrypto
public import AuthTurnkey

/// The key that an exported secret is encrypted to. Use it for one export only.
public struct ExportKey: Sendable {
  private let key: P256.KeyAgreement.PrivateKey

  /// Creates a new key.
  public init() { key = P256.KeyAgreement.PrivateKey() }

  /// An existing key.
  ///
  /// - Parameter privateKey: the 32 bytes of the private key.
  /// - Throws: `invalid_request` unless `privateKey` has 32 bytes and is a scalar in 1..<n.
  public init(privateKey: Secret) throws(AuthError) {
    do {
      key = try P256.KeyAgreement.PrivateKey(rawRepresentation: privateKey.revealBytes())
    } catch {
      throw AuthError(
        .invalidRequest,
        "The export key must have 32 bytes, and be positive and less than the order of P-256.")
    }
  }

  /// The public key in the form for requests: the uncompressed point in hex.
  public var publicKeyHex: String { Hex.encode(Array(key.publicKey.x963Representation)) }

  /// Opens an export bundle and returns the secret: a mnemonic's text, or a key's bytes.
  ///
  /// - Parameters:
  ///   - bundle: the `exportBundle` from the response.
  ///   - organizationID: the organisation that the export must belong to.
  ///   - signer: the enclave's pinned key; by default the production key.
  /// - Throws: `signature_invalid` unless the pinned key signed the bundle and the bundle opens with this key,
  ///   `invalid_token` for a bundle of another organisation, `malformed_response` for a malformed bundle.
  public func open(
    _ bundle: String, organizationID: String, signer: String = TurnkeyKeys.production.signer
  ) throws(AuthError) -> Secret {
    let inner = try EnclaveBundle.open(bundle, signer: signer, setting: "signer")
    try EnclaveHPKE.check(inner, "organizationId", is: organizationID)
    guard let ciphertext = Hex.decode(try inner.requiredString("ciphertext")) else {
      throw AuthError(
        .malformedResponse, "The ciphertext of the enclave's bundle is not in hex. Export the secret again.")
    }
    return try EnclaveHPKE.open(
      ciphertext, encapsulated: try EnclaveHPKE.point(inner, "encappedPublic"), with: key)
  }
}
