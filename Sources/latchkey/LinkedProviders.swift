import AuthCore

/// The providers that this program links. A configuration chooses among them.
enum LinkedProviders {
  static let plugins: [ProviderPlugin] = []
}
