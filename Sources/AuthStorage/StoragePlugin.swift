public import AuthCore

/// A kind of key store or wrapping key that a product of its own brings, by value: `.tpm`, `.secretService`. The app
/// names what it links, the configuration's `storage` block what it uses.
public struct StoragePlugin: Sendable {
  /// What the configuration calls it, and the name of its own block in `storage`.
  public let id: String
  private let make: @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd

  /// A plug-in.
  ///
  /// - Parameters:
  ///   - id: its name in the `storage` block.
  ///   - open: makes what it brings; touches nothing of the outside yet. What it leaves unread of its block is an
  ///     error.
  public init(
    id: String,
    open: @escaping @Sendable (inout ConfigurationReader, StorageSystem) throws(AuthError) -> StorageBackEnd
  ) {
    self.id = id
    make = open
  }

  /// What it brings, as its block of a configuration says.
  ///
  /// - Throws: `invalid_configuration` with the path of what is wrong.
  public func open(
    _ configuration: StorageConfiguration, sources: ConfigurationSources, system: StorageSystem
  ) throws(AuthError) -> StorageBackEnd {
    var reader = ConfigurationReader(
      configuration.blocks[id] ?? [:], path: "$.storage.\(id)", sources: sources)
    let backEnd = try make(&reader, system)
    try reader.finish()
    return backEnd
  }
}
