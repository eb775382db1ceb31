import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// The plug-in for keys in a TPM 2.0, and for the wrapping of storage keys by the TPM.
  public static var tpm: StoragePlugin { .tpm(authorization: nil) }

  /// Makes the plug-in for keys in a TPM 2.0, and for the wrapping of storage keys by the TPM.
  ///
  /// The block `storage.tpm` has `connection` (the connection of tpm2-tss to the TPM; `device:/dev/tpmrm0` by default)
  /// and `authorization` (`{"env": …}` or `{"file": …}`: the value for keys with user presence, for programs that
  /// cannot ask a user).
  ///
  /// - Parameter authorization: asks the user for authorisation values; nil uses `authorization` of the configuration.
  public static func tpm(authorization: (any TPMAuthorization)?) -> StoragePlugin {
    StoragePlugin(id: "tpm") { (reader, system) throws(AuthError) in
      let tpm = TPM(connection: try reader.optionalString("connection") ?? TPM.standardConnection)
      let fixed = try reader.optionalSecret("authorization").map { FixedTPMAuthorization($0) as any TPMAuthorization }
      return StorageBackEnd(
        makeKeyStore: {
          TPMKeyStore(
            tpm, records: $0, authorization: authorization ?? fixed, clock: system.clock, random: system.random)
        }, wrapping: TPMWrapping(tpm, random: system.random))
    }
  }
}
