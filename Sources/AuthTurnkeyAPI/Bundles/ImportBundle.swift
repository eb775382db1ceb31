public import AuthCore
public import AuthTurnkey

/// A verified import bundle: the key that a secret is encrypted to for an import. The enclave makes the key for one
/// user and one import.
public struct ImportBundle: Sendable {
  private let point: [UInt8]

  /// Verifies an import bundle and takes the key from it.
  ///
  /// - Parameters:
  ///   - bundle: the `importBundle` from the response.
  ///   - organizationID: the organisation that the import must belong to.
  ///   - userID: the user that the import must belong to.
  ///   - signer: the enclave's pinned key; by default the production key.
  /// - Throws: `signature_invalid` unless the pinned key signed the bundle, `invalid_token` for a bundle of another
  ///   organisation or user, `malformed_response` for a malformed bundle.
  public init(
    _ bundle: String, organizationID: String, userID: String, signer: String = TurnkeyKeys.production.signer
  ) throws(AuthError) {
    let inner = try EnclaveBundle.open(bundle, signer: signer, setting: "signer")
    try EnclaveHPKE.check(inner, "organizationId", is: organizationID)
    try EnclaveHPKE.check(inner, "userId", is: userID)
    point = try EnclaveHPKE.point(inner, "targetPublic")
  }

  /// Seals a secret. The import sends the result as `encryptedBundle`.
  ///
  /// - Parameter secret: a mnemonic's text, or a key's bytes.
  /// - Throws: `malformed_response` if the enclave's key is not a point of P-256.
  public func seal(_ secret: Secret) throws(AuthError) -> String { try EnclaveHPKE.seal(secret, for: point) }
}
