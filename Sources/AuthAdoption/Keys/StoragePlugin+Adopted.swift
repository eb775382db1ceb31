import AuthCore
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

  /// The same for programs that read copies of the other SDK's data: the block `storage.adopted` has the key
  /// `directory`, the absolute path of an `SDKDirectory`. Without the block, there are no adopted keys.
  public static var adopted: StoragePlugin {
    StoragePlugin(id: AdoptedKeyStore.name) { (reader, _) throws(AuthError) in
      guard
        let path = try reader.optionalString("directory", "the absolute path of the copies of another SDK's data")
      else { return StorageBackEnd() }
      guard path.hasPrefix("/") else {
        throw reader.wrong("directory", "an absolute path")
      }
      return StorageBackEnd(makeKeyStore: { AdoptedKeyStore(SDKDirectory(path), records: $0) })
    }
  }
}
