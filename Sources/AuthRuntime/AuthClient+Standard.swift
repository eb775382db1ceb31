public import AuthCore
public import AuthStorage

extension AuthClient {
  /// A client with this system's transport and stores.
  ///
  /// - Parameters:
  ///   - configuration: the provider and its settings.
  ///   - plugins: the providers that this app links.
  ///   - storage: the further kinds of key stores and wrapping keys that it links.
  /// - Throws: what `AuthClient(configuration:plugins:services:)` and `ClientServices.standard(for:)` throw.
  public convenience init(
    configuration: AuthConfiguration, plugins: [ProviderPlugin], storage: [StoragePlugin] = []
  ) throws(AuthError) {
    try self.init(
      configuration: configuration, plugins: plugins, services: .standard(for: configuration, storage: storage))
  }
}
