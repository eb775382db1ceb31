public import AuthCore

extension ProviderPlugin {
  /// Turnkey-style sign-in. Link the product AuthTurnkey.
  public static let turnkey = ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self)

  /// The same, for organisations whose policies ask for further factors. `factors` satisfies them; then logins,
  /// renewals and submissions continue (T37).
  public static func turnkey(satisfying factors: @escaping TurnkeyFactorHandler) -> ProviderPlugin {
    ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self) { $0.factors = factors }
  }
}
