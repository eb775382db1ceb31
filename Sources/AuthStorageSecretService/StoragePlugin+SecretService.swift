import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// Wrapping keys in the desktop's keyring.
  ///
  /// Its block `storage.secret-service` has `vault`: the name that the items are filed under (`latchkey` by default).
  public static var secretService: StoragePlugin {
    StoragePlugin(id: "secret-service") { (reader, system) throws(AuthError) in
      StorageBackEnd(
        wrapping: SecretServiceWrapping(
          vault: try reader.optionalString("vault") ?? "latchkey", random: system.random))
    }
  }
}
