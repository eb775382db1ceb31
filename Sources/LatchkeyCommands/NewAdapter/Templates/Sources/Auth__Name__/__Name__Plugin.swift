public import AuthCore

extension ProviderPlugin {
  /// __Name__ sign-in. Link the product Auth__Name__.
  public static let __name__ = ProviderPlugin("__name__", product: "Auth__Name__", provider: __Name__Provider.self)
}
