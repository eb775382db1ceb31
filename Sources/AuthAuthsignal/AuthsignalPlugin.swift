public import AuthCore

extension ProviderPlugin {
  /// Authsignal-style sign-in and step-up. Link the product AuthAuthsignal.
  public static let authsignal = ProviderPlugin(
    "authsignal", product: "AuthAuthsignal", provider: AuthsignalProvider.self)
}
