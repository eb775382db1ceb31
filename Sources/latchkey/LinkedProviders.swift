import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthPrivy
import AuthTurnkey

/// The providers that this program links. A configuration chooses among them.
enum LinkedProviders {
  static let plugins: [ProviderPlugin] = [.turnkey, .privy, .hawcx, .authsignal]
}
