public import AuthCore
public import AuthStorage

extension FileStorage {
  /// The storage directory of a configuration, for `rotateWrappingKey()`; nil where nothing is kept in files.
  ///
  /// - Throws: what `ClientServices.standard(for:)` throws.
  public static func standard(
    for configuration: AuthConfiguration, storage: [StoragePlugin] = []
  ) throws(AuthError) -> FileStorage? {
    try StandardStores(
      configuration, plugins: storage, clock: SystemClock(), random: SystemRandomSource()
    ).files
  }
}
