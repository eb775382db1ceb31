public import AuthCore

extension ProviderPlugin {
  /// Turnkey-style sign-in; link the product AuthTurnkey.
  public static let turnkey = ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self)
}
