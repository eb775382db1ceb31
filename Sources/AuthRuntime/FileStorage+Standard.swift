package import AuthCore
package import AuthStorage

extension FileStorage {
  /// The directory that a configuration's `storage` block asks for; nil where it keeps nothing in files.
  ///
  /// - Throws: `invalid_configuration` when nothing says where it is.
  package static func standard(
    for configuration: AuthConfiguration, clock: any AuthClock = SystemClock(),
    random: any RandomSource = SystemRandomSource()
  ) throws(AuthError) -> FileStorage? {
    let storage = configuration.storage
    guard storage.sessions == "file" || storage.keys == "file" else { return nil }
    var directory = storage.directory
    if directory == nil { directory = try StorageDirectory.standard(in: configuration.sources.environment) }
    return directory.map { FileStorage(directory: $0, clock: clock, random: random) }
  }
}
