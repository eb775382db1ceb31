import AuthCore
import AuthStorage

/// The key file `postgres.key` of this host's storage directory, if the configuration names no other. The directory is
/// made if it does not exist. The directory of a key file elsewhere is not made: its volume may not be mounted.
struct HostKeyFile: KeyWrapping {
  private let directory: String
  private let file: KeyFileWrapping

  var id: String { file.id }

  /// - Parameter directory: an absolute path.
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
        "The key that opens the database is not in \(directory)/postgres.key. Copy that file from a host that has it, or "
        + "set keyFile to a file that all hosts have. Nothing is lost."
      throw error
    }
  }

  func discard(_ wrapped: [UInt8]) throws(AuthError) { try file.discard(wrapped) }
}
