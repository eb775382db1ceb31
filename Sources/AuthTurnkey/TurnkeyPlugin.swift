public import AuthCore

extension ProviderPlugin {
  /// Turnkey-style sign-in. Link the product AuthTurnkey.
  public static let turnkey = ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self)

  /// Turnkey-style sign-in for organisations whose policies require further factors. `factors` satisfies the factors,
  /// and logins, renewals and submissions then continue (T37).
  public static func turnkey(satisfying factors: @escaping TurnkeyFactorHandler) -> ProviderPlugin {
    ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self) { $0.factors = factors }
  }
}
