public import AuthCore

extension ProviderPlugin {
  /// Authsignal-style sign-in and step-up; link the product AuthAuthsignal.
  public static let authsignal = ProviderPlugin(
    "authsignal", product: "AuthAuthsignal", provider: AuthsignalProvider.self)
}
