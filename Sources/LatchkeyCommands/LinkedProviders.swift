import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthOIDC
import AuthPrivy
import AuthTurnkey

/// The providers of this package, which every command line links. A configuration selects among these providers and
/// those that the program adds.
enum LinkedProviders {
  static let plugins: [ProviderPlugin] = [.turnkey, .privy, .hawcx, .authsignal, .oidc]
}
