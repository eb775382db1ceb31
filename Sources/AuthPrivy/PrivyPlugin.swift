public import AuthCore

extension ProviderPlugin {
  /// Privy-style sign-in. Link the product AuthPrivy.
  public static let privy = ProviderPlugin("privy", product: "AuthPrivy", provider: PrivyProvider.self)
}
