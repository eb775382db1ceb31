/// A provider that the app links, as a value. Each provider's target adds one static member: `.turnkey`, `.privy`.
///
/// The app names what it links, the configuration what it uses. There is no registry.
public struct ProviderPlugin: Sendable {
  /// The name in `providers.<id>.type`.
  public let type: String
  /// The product that holds it, for messages.
  public let product: String
  private let makeProvider:
    @Sendable (ProviderID, inout ConfigurationReader, ProviderServices) throws(AuthError) -> any AuthProvider
  private let readConfiguration: @Sendable (inout ConfigurationReader) throws(AuthError) -> Void

  /// A plug-in for a provider type.
  ///
  /// - Parameters:
  ///   - type: the name in configurations.
  ///   - product: the package product to link.
  public init<Provider: AuthProvider>(_ type: String, product: String, provider: Provider.Type) {
    self.type = type
    self.product = product
    makeProvider = { (id, reader, services) throws(AuthError) in
      let configuration = try Provider.Configuration(reading: &reader)
      try reader.finish()
      return try Provider(id: id, configuration: configuration, services: services)
    }
    readConfiguration = { (reader) throws(AuthError) in
      _ = try Provider.Configuration(reading: &reader)
      try reader.finish()
    }
  }

  /// An instance for a block of the configuration.
  func provider(
    _ id: ProviderID, reading reader: ConfigurationReader, services: ProviderServices
  ) throws(AuthError) -> any AuthProvider {
    var reader = reader
    return try makeProvider(id, &reader, services)
  }

  /// Reads a block strictly and makes nothing of it.
  public func check(_ reader: ConfigurationReader) throws(AuthError) {
    var reader = reader
    try readConfiguration(&reader)
  }
}
