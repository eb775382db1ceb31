public import AuthCore
public import AuthStorage

extension AuthClient {
  /// Creates a client with this system's transport and stores.
  ///
  /// - Parameters:
  ///   - configuration: the provider and its settings.
  ///   - plugins: the providers that this app links.
  ///   - storage: the plug-ins that this app links for further kinds of stores and wrapping keys.
  /// - Throws: the errors of `AuthClient(configuration:plugins:services:)` and of `ClientServices.standard(for:)`.
  public convenience init(
    configuration: AuthConfiguration, plugins: [ProviderPlugin], storage: [StoragePlugin] = []
  ) throws(AuthError) {
    try self.init(
      configuration: configuration, plugins: plugins, services: .standard(for: configuration, storage: storage))
  }
}
