public import AuthCore
public import AuthStorage

extension StoragePlugin {
  /// The keys of another SDK that this app has taken over. Keep this plug-in linked as long as a session or a device
  /// credential may use such a key. It makes no keys, so it is not a value of `$.storage.keys`.
  ///
  /// - Parameter storage: where the other SDK's keys are.
  public static func adopted(from storage: any SDKStorage) -> StoragePlugin {
    StoragePlugin(id: AdoptedKeyStore.name) { (_, _) throws(AuthError) in
      StorageBackEnd(makeKeyStore: { AdoptedKeyStore(storage, records: $0) })
    }
  }
}
