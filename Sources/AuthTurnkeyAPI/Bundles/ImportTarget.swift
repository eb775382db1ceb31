public import AuthCore
public import AuthTurnkey

/// The key that a secret is imported to: the enclave made it for one user and one import.
public struct ImportTarget: Sendable {
  private let point: [UInt8]

  /// The target of an import.
  ///
  /// - Parameters:
  ///   - bundle: `importBundle` as the answer has it.
  ///   - organizationID: whose import it has to be.
  ///   - userID: likewise.
  ///   - signer: the pinned key of the enclave; the production key unless another environment is meant.
  /// - Throws: `signature_invalid` unless the pinned key signed it, `invalid_token` for another organisation's or
  ///   user's, `malformed_response`.
  public init(
    _ bundle: String, organizationID: String, userID: String, signer: String = TurnkeyKeys.production.signer
  ) throws(AuthError) {
    let inner = try EnclaveBundle.open(bundle, signer: signer, setting: "signer")
    try EnclaveChannel.check(inner, "organizationId", is: organizationID)
    try EnclaveChannel.check(inner, "userId", is: userID)
    point = try EnclaveChannel.point(inner, "targetPublic")
  }

  /// What the import sends as `encryptedBundle`.
  ///
  /// - Parameter secret: a mnemonic's text, or a key's bytes.
  public func seal(_ secret: Secret) throws(AuthError) -> String { try EnclaveChannel.seal(secret, for: point) }
}
