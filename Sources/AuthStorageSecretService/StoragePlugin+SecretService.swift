import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// The plug-in for the wrapping of storage keys with a key in the desktop's keyring.
  ///
  /// The block `storage.secret-service` has `vault`: the name of this app's items in the keyring (by default
  /// `latchkey`).
  public static var secretService: StoragePlugin {
    StoragePlugin(id: "secret-service") { (reader, system) throws(AuthError) in
      StorageBackEnd(
        wrapping: SecretServiceWrapping(
          vault: try reader.optionalString("vault") ?? "latchkey", random: system.random))
    }
  }
}
