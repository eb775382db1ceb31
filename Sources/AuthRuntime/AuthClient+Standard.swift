public import AuthCore

extension AuthClient {
  /// A client with this system's transport and stores.
  ///
  /// - Parameters:
  ///   - configuration: which provider, and how.
  ///   - plugins: the providers that this app links.
  /// - Throws: what `AuthClient(configuration:plugins:services:)` and `ClientServices.standard(for:)` throw.
  public convenience init(
    configuration: AuthConfiguration, plugins: [ProviderPlugin]
  ) throws(AuthError) {
    try self.init(configuration: configuration, plugins: plugins, services: .standard(for: configuration))
  }
}
