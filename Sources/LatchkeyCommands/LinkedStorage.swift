import AuthAdoption
import AuthStorage
import AuthStoragePostgres
import AuthStorageSecretService
import AuthStorageTPM

/// The storage plug-ins that this program links: kinds of stores and wrapping keys. A configuration's `storage` block
/// selects among them.
enum LinkedStorage {
  static let plugins: [StoragePlugin] = [.tpm, .secretService, .postgres, .adopted]
}
