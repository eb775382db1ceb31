public import AuthCore

/// A kind of key store or wrapping key from a separate product, as a value: `.tpm`, `.secretService`. The app lists the
/// plug-ins that it links, and the configuration's `storage` block names those that it uses.
public struct StoragePlugin: Sendable {
  /// Its name in the configuration, which is also the name of its block in `storage`.
  public let id: String
  private let make: @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd

  /// A plug-in.
  ///
  /// - Parameters:
  ///   - id: its name in the `storage` block.
  ///   - open: makes its stores and wrapping keys, without I/O. A key of its block that it does not read is an error.
  public init(
    id: String,
    open: @escaping @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd
  ) {
    self.id = id
    make = open
  }

  /// Its stores and wrapping keys, as its block of a configuration says.
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
