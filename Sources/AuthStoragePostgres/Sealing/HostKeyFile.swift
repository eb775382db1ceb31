import AuthCore
import AuthStorage

/// A wrapping with the key file `postgres.key` in this host's storage directory, for a configuration that does not name
/// a key file.
///
/// The directory is created if it does not exist. The directory of a configured key file is not created, because its
/// volume may not be mounted.
struct HostKeyFile: KeyWrapping {
  private let directory: String
  private let file: KeyFileWrapping

  var id: String { file.id }

  /// Creates a wrapping with the key file in a storage directory.
  ///
  /// - Parameters:
  ///   - directory: an absolute path.
  ///   - random: the source of the key.
  init(in directory: String, random: any RandomSource) throws(AuthError) {
    self.directory = directory
    file = try KeyFileWrapping(path: directory + "/postgres.key", random: random)
  }

  func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    _ = try POSIXDirectory.openOrMake(directory)
    return try file.wrap(keys, replacing: old)
  }

  func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    do throws(AuthError) {
      return try file.unwrap(wrapped)
    } catch where error.code == .keyUnavailable {
      var error = error
      error.message =
        "The key to the database's records is not in \(directory)/postgres.key. No data was lost. Copy that file from "
        + "a host that has it, or set storage.sessions.postgres.keyFile to a key file that all hosts have."
      throw error
    }
  }

  func discard(_ wrapped: [UInt8]) throws(AuthError) { try file.discard(wrapped) }
}
