import AuthCore
import AuthTurnkey

/// The providers that this program links. A configuration chooses among them.
enum LinkedProviders {
  static let plugins: [ProviderPlugin] = [.turnkey]
}
