public import AuthCore

/// What the app is set up with in the vendor's dashboard.
extension TurnkeyProvider {
  /// Which methods are switched on, how codes look, the app's names at identity providers (`wallet_kit_config`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`; what the transport throws.
  public func walletKitConfiguration() async throws(AuthError) -> WalletKitConfiguration {
    try await proxy().walletKitConfiguration()
  }

  /// The same where it adds to what is configured: nil when the vendor refuses to tell it and it is not needed. A
  /// network that fails is told, since what is configured alone could lead elsewhere.
  func dashboard(isNeeded: Bool) async throws(AuthError) -> WalletKitConfiguration? {
    do throws(AuthError) {
      return try await walletKitConfiguration()
    } catch  where !isNeeded && !error.isTransient && error.code != .cancelled {
      return nil
    }
  }

  /// The site key that a captcha is shown with; nil where none is asked for (`wallet_kit_client_params`).
  ///
  /// - Throws: `missing_auth_proxy_configuration`; what the transport throws.
  public func captchaSiteKey() async throws(AuthError) -> String? { try await proxy().captchaSiteKey() }
}
