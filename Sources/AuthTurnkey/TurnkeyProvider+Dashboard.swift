public import AuthCore

/// The app's settings in the vendor's dashboard.
extension TurnkeyProvider {
  /// The enabled methods, the form of codes, and the app's names at identity providers (`wallet_kit_config`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`, and what the transport throws.
  public func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try await proxy().walletKitConfiguration()
  }

  /// Like `walletKitConfiguration()`, for values that only add to the configuration. Returns nil when the vendor
  /// refuses and the values are not needed. Throws when the network fails: with the configuration alone, the flow could
  /// take another path.
  func dashboard(isNeeded: Bool) async throws(AuthError) -> WalletKitConfiguration? {
    do throws(AuthError) {
      return try await walletKitConfiguration()
    } catch  where !isNeeded && !error.isTransient && error.code != .cancelled {
      return nil
    }
  }

  /// The site key for showing a captcha; nil where the vendor asks for none (`wallet_kit_client_params`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`, and what the transport throws.
  public func captchaSiteKey() async throws(AuthError) -> String? { try await proxy().captchaSiteKey() }
}
