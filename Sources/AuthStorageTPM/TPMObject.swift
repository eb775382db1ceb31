/// What a TPM gives to keep outside it: a public part, and a private one that only this TPM can open.
struct TPMObject: Sendable, Equatable {
  /// TPM2B_PUBLIC, marshalled.
  let publicPart: [UInt8]
  /// TPM2B_PRIVATE, marshalled.
  let privatePart: [UInt8]
}
