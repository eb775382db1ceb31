public import AuthCore

/// The app's settings in the vendor's dashboard.
extension TurnkeyProvider {
  /// The enabled methods, the form of codes, and the app's client IDs at identity providers (`wallet_kit_config`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`, and the transport's errors.
  public func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try await proxy().walletKitConfiguration()
  }

  /// Like `walletKitConfiguration()`, for values that only add to the configuration. Returns nil if the vendor refuses
  /// the request and the values are not needed. Throws if the network fails: without the values, the flow could take
  /// another path.
  func dashboard(isNeeded: Bool) async throws(AuthError) -> WalletKitConfiguration? {
    do throws(AuthError) {
      return try await walletKitConfiguration()
    } catch  where !isNeeded && !error.isTransient && error.code != .cancelled {
      return nil
    }
  }

  /// The site key for showing a captcha; nil if the vendor requires no captcha (`wallet_kit_client_params`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`, and the transport's errors.
  public func captchaSiteKey() async throws(AuthError) -> String? { try await proxy().captchaSiteKey() }
}
