public import AuthCore

/// The app's settings in the vendor's dashboard.
extension TurnkeyProvider {
  /// Fetches the enabled methods, the form of codes, the lifetime of sessions, and the app's client IDs at identity
  /// providers (`wallet_kit_config`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`, the vendor's refusals, `malformed_response`, and the transport's
  ///   errors.
  public func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try await proxy().walletKitConfiguration()
  }

  /// Fetches the dashboard's settings, to complete the configuration. If `isNeeded` is false, returns nil for an error
  /// that is neither transient nor `cancelled`. A transient error is always thrown, because the settings could change
  /// the course of the flow.
  func dashboard(isNeeded: Bool) async throws(AuthError) -> WalletKitConfiguration? {
    do throws(AuthError) {
      return try await walletKitConfiguration()
    } catch  where !isNeeded && !error.isTransient && error.code != .cancelled {
      return nil
    }
  }

  /// Fetches the site key for showing a captcha (`wallet_kit_client_params`). Returns nil if the response has none: the
  /// vendor then requires no captcha.
  ///
  /// - Throws: `missing_auth_proxy_configuration`, the vendor's refusals, `malformed_response`, and the transport's
  ///   errors.
  public func captchaSiteKey() async throws(AuthError) -> String? { try await proxy().captchaSiteKey() }
}
