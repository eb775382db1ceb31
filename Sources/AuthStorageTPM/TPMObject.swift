/// The parts of a TPM object that are stored outside: a public part, and a private one that only this TPM can open.
struct TPMObject: Sendable, Equatable {
  /// TPM2B_PUBLIC, marshalled.
  let publicPart: [UInt8]
  /// TPM2B_PRIVATE, marshalled.
  let privatePart: [UInt8]
}
