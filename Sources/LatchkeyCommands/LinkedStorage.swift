import AuthStorage
import AuthStoragePostgres
import AuthStorageSecretService
import AuthStorageTPM

/// The kinds of key stores and wrapping keys that this program links. A configuration's `storage` block chooses among
/// them.
enum LinkedStorage {
  static let plugins: [StoragePlugin] = [.tpm, .secretService, .postgres]
}
