import AuthCore
import AuthStorage

/// The key file `postgres.key` in this host's storage directory, which is used if the configuration names no key file.
/// The directory is created if it does not exist. For a key file elsewhere, no directory is created, because its volume
/// may not be mounted.
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
