public import AuthCore
public import AuthStorage

extension FileStorage {
  /// Creates the storage of a configuration's directory, for `rotateWrappingKey()`. Returns nil when the configuration
  /// keeps nothing in files.
  ///
  /// - Throws: the errors of `ClientServices.standard(for:)`.
  public static func standard(
    for configuration: AuthConfiguration, storage: [StoragePlugin] = []
  ) throws(AuthError) -> FileStorage? {
    try StandardStores(
      configuration, plugins: storage, clock: SystemClock(), random: SystemRandomSource()
    ).files
  }
}
