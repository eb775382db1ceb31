/// A provider type that the app links, as a value. Each provider's target adds a static member: `.turnkey`, `.privy`.
///
/// The app passes the plug-ins that it links to the client. The configuration names the types that are used.
public struct ProviderPlugin: Sendable {
  /// The name of the type in a configuration: `$.providers.<id>.type`, or the id of a block without `type`.
  public let type: String
  /// The package product that contains the provider, for lists and reports.
  public let product: String
  private let makeProvider:
    @Sendable (ProviderID, inout ConfigurationReader, ProviderServices) throws(AuthError) -> any AuthProvider
  private let readConfiguration: @Sendable (inout ConfigurationReader) throws(AuthError) -> Void

  /// Creates a plug-in for a provider type.
  ///
  /// - Parameters:
  ///   - type: the name in configurations.
  ///   - product: the package product to link.
  ///   - provider: the provider's type; an instance is made when a configuration needs one.
  public init<Provider: AuthProvider>(_ type: String, product: String, provider: Provider.Type) {
    self.init(type, product: product, provider: provider) { _ in }
  }

  /// Creates a plug-in for a provider type whose instances need a value from the app that no configuration can contain.
  ///
  /// - Parameters:
  ///   - type: the name in configurations.
  ///   - product: the package product to link.
  ///   - provider: the provider's type; an instance is made when a configuration needs one.
  ///   - prepare: completes each new instance.
  public init<Provider: AuthProvider>(
    _ type: String, product: String, provider: Provider.Type, prepare: @escaping @Sendable (inout Provider) -> Void
  ) {
    self.type = type
    self.product = product
    makeProvider = { (id, reader, services) throws(AuthError) in
      let configuration = try Provider.Configuration(reading: &reader)
      try reader.finish()
      var provider = try Provider(id: id, configuration: configuration, services: services)
      prepare(&provider)
      return provider
    }
    readConfiguration = { (reader) throws(AuthError) in
      _ = try Provider.Configuration(reading: &reader)
      try reader.finish()
    }
  }

  /// Returns an instance for a block of the configuration.
  ///
  /// - Throws: `invalid_configuration` for a fault in the block; the errors of the provider's initialiser.
  func provider(
    _ id: ProviderID, reading reader: ConfigurationReader, services: ProviderServices
  ) throws(AuthError) -> any AuthProvider {
    var reader = reader
    return try makeProvider(id, &reader, services)
  }

  /// Checks a block strictly without creating an instance.
  ///
  /// - Throws: `invalid_configuration` for the first fault.
  public func check(_ reader: ConfigurationReader) throws(AuthError) {
    var reader = reader
    try readConfiguration(&reader)
  }

  /// Checks a block strictly and records every fault in `log`.
  func check(_ block: ProviderBlock, sources: ConfigurationSources, log: ConfigurationLog) {
    let reader = block.reader(sources: sources, log: log)
    do throws(AuthError) {
      try check(reader)
    } catch {
      log.note(ConfigurationFault(error, in: reader.path))
      // Reading stopped at the error, before the reader could reject unknown keys. They are recorded now.
      let known = keys().map(\.name)
      for name in reader.names where !known.contains(name) {
        log.note(
          ConfigurationFault(
            "\(reader.path).\(name)", "is not a key of this block", nearest: NearestName.find(name, in: known)))
      }
    }
  }

  /// Returns the keys of this type's blocks. It finds them by reading one empty block and one block in which every
  /// optional object is present.
  package func keys() -> [ConfigurationKey] {
    func keys(everything: Bool) -> [ConfigurationKey] {
      let log = ConfigurationLog(.describing(everything: everything))
      let reader = ConfigurationReader([:], path: "$", sources: ConfigurationSources(), log: log)
      // An error comes from a placeholder value. The keys that were read before it are in the log.
      do throws(AuthError) { try check(reader) } catch {}
      return log.keys(of: "$")
    }
    return ConfigurationKey.merged(keys(everything: false), keys(everything: true))
  }
}
