/// A new signing key of a TPM.
struct TPMSigningKey: Sendable {
  let object: TPMObject
  /// The public point: x‖y, 64 bytes.
  let point: [UInt8]
}
