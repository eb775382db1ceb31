/// A provider that the app links, as a value. Each provider's target adds one static member: `.turnkey`, `.privy`.
///
/// The app lists the providers that it links; the configuration names those that are used. There is no registry.
public struct ProviderPlugin: Sendable {
  /// The name in `providers.<id>.type`.
  public let type: String
  /// The package product that contains it, for messages.
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
  func provider(
    _ id: ProviderID, reading reader: ConfigurationReader, services: ProviderServices
  ) throws(AuthError) -> any AuthProvider {
    var reader = reader
    return try makeProvider(id, &reader, services)
  }

  /// Checks a block strictly without making an instance.
  public func check(_ reader: ConfigurationReader) throws(AuthError) {
    var reader = reader
    try readConfiguration(&reader)
  }

  /// Checks a block strictly and notes every fault.
  func check(_ block: ProviderBlock, sources: ConfigurationSources, log: ConfigurationLog) {
    let reader = block.reader(sources: sources, log: log)
    do throws(AuthError) {
      try check(reader)
    } catch {
      log.note(ConfigurationFault(error, in: reader.path))
      // Reading stopped at the error, before the reader could reject unknown keys. Report them here.
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
      // An error here comes from a placeholder; the keys that were read before it are described.
      do throws(AuthError) { try check(reader) } catch {}
      return log.keys(of: "$")
    }
    return ConfigurationKey.merged(keys(everything: false), keys(everything: true))
  }
}
