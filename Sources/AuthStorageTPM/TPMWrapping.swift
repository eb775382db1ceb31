public import AuthCore
public import AuthStorage

/// Wraps the keys of a storage directory with a key that a TPM seals. A copy of the directory cannot be opened on
/// another machine.
public struct TPMWrapping: KeyWrapping {
  /// The kind: `tpm`.
  public var id: String { "tpm" }
  let tpm: TPM
  private let random: any RandomSource

  /// Creates a wrapping with a TPM.
  public init(_ tpm: TPM, random: any RandomSource = SystemRandomSource()) {
    self.tpm = tpm
    self.random = random
  }

  /// Wraps keys with a new key, which the TPM seals.
  ///
  /// - Throws: `key_unavailable` when the TPM cannot be reached.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    let key = Secret(random.bytes(32))
    let object = try tpm.seal(key)
    let wrapped = try WrappedKey(
      wrapping: keys, with: key,
      name: [object.publicPart, object.privatePart, object.parent].map { Hex.encode($0) }.joined(separator: "."),
      random: random)
    return wrapped.encoded
  }

  /// Unwraps keys with the key that the TPM unseals.
  ///
  /// - Throws: `key_unavailable` when the TPM cannot be reached or is not the TPM that sealed the key, `store_corrupt`
  ///   for damaged data.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    let parts = wrapped.name.split(separator: ".", omittingEmptySubsequences: false).map { Hex.decode($0) }
    // An earlier version did not store the name of the storage key.
    guard (2...3).contains(parts.count), let publicPart = parts[0], let privatePart = parts[1],
      let parent = parts.count == 3 ? parts[2] : []
    else {
      throw AuthError(
        .storeCorrupt,
        "The stored keys are damaged, or were not wrapped by a TPM. Restore them from a backup: the file 'key' of the "
          + "storage directory, or the table 'vault' of the database.")
    }
    return try wrapped.open(
      with: tpm.unseal(TPMObject(publicPart: publicPart, privatePart: privatePart, parent: parent)))
  }

  /// Does nothing: the sealed key is only in `wrapped`, which is no longer used.
  ///
  /// - Throws: nothing.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {}
}
