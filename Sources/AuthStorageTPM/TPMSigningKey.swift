/// A new key of a TPM.
struct TPMSigningKey: Sendable {
  let object: TPMObject
  /// x‖y, 64 bytes.
  let point: [UInt8]
}
