import AuthCore
import AuthPrivyWallets
import AuthTurnkeyAPI
import AuthUI
import Observation

/// What the app offers for the shown provider beyond the prompts that all providers share. An app with one vendor
/// creates these objects directly.
@MainActor @Observable
final class VendorSamples {
  /// The context of a Turnkey-style provider; nil for another provider.
  let turnkey: TurnkeyContext?
  /// The wallets that the vendor keeps; nil if the provider has none.
  let wallets: WalletSigner?

  init(_ model: AuthModel) {
    let shown = model.session.session?.providerID ?? model.provider
    turnkey = Self.made { () throws(AuthError) in try TurnkeyContext(model.client, provider: shown) }
    let privy = Self.made { () throws(AuthError) in try PrivyWallets(model.client, provider: shown) }
    wallets = turnkey.map { .turnkey($0) } ?? privy.map { .privy($0) }
  }

  /// The object; nil for a provider of another vendor.
  private static func made<Object>(_ make: () throws(AuthError) -> Object) -> Object? {
    do throws(AuthError) { return try make() } catch { return nil }
  }
}
