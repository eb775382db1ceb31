public import AuthCore

extension ProviderPlugin {
  /// Privy-style sign-in; link the product AuthPrivy.
  public static let privy = ProviderPlugin("privy", product: "AuthPrivy", provider: PrivyProvider.self)
}
