/// The parts of a TPM object that are stored outside the TPM: a public part, and a private part that only this TPM can
/// open.
struct TPMObject: Sendable, Equatable {
  /// TPM2B_PUBLIC, marshalled.
  let publicPart: [UInt8]
  /// TPM2B_PRIVATE, marshalled.
  let privatePart: [UInt8]
  /// The name of the storage key under which the object was made, which must be the same when the object is used. Empty
  /// for an object that an earlier version of this package made.
  var parent: [UInt8] = []
}
