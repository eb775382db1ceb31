public import AuthCore

/// A storage back-end from a separate product, such as `.tpm`, `.secretService` or `.postgres`. The app lists the
/// plug-ins that it links; the `storage` block of the configuration selects those that are used.
public struct StoragePlugin: Sendable {
  /// The plug-in's name in the configuration, which is also the name of its block in `storage`.
  public let id: String
  private let make: @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd

  /// Creates a plug-in.
  ///
  /// - Parameters:
  ///   - id: the plug-in's name in the `storage` block.
  ///   - open: makes the plug-in's stores and wrappings, without I/O. It reads the settings from the plug-in's block;
  ///     a setting that it does not read is an error.
  public init(
    id: String,
    open: @escaping @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd
  ) {
    self.id = id
    make = open
  }

  /// Makes the plug-in's stores and wrappings from its block in the configuration.
  ///
  /// - Throws: `invalid_configuration` with the path of the wrong value.
  public func open(
    _ configuration: StorageConfiguration, sources: ConfigurationSources, system: StorageSystem
  ) throws(AuthError) -> StorageBackEnd {
    var reader = ConfigurationReader(
      configuration.blocks[id] ?? [:], path: configuration.path(ofBlock: id), sources: sources)
    let backEnd = try make(&reader, system)
    try reader.finish()
    return backEnd
  }
}
