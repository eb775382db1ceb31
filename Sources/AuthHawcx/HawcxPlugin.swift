public import AuthCore

extension ProviderPlugin {
  /// Hawcx-style sign-in. Link the product AuthHawcx.
  public static let hawcx = ProviderPlugin("hawcx", product: "AuthHawcx", provider: HawcxProvider.self)
}
