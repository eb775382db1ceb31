/// The parts of a TPM object that are stored outside the TPM: a public part, and a private part that only this TPM can
/// open.
struct TPMObject: Sendable, Equatable {
  /// TPM2B_PUBLIC, marshalled.
  let publicPart: [UInt8]
  /// TPM2B_PRIVATE, marshalled.
  let privatePart: [UInt8]
}
