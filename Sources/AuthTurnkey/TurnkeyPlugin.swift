public import AuthCore

extension ProviderPlugin {
  /// Turnkey-style sign-in. Link the product AuthTurnkey.
  public static let turnkey = ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self)

  /// Turnkey-style sign-in for organisations whose policies require further factors. `factors` is called when a login,
  /// a renewal or a submission waits for a factor. That operation continues after `factors` has returned (T37).
  public static func turnkey(satisfying factors: @escaping TurnkeyFactorHandler) -> ProviderPlugin {
    ProviderPlugin("turnkey", product: "AuthTurnkey", provider: TurnkeyProvider.self) { $0.factors = factors }
  }
}
