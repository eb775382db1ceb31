import AuthCore

/// The app's settings that this package uses: `GET apps/{id}` (P62).
struct PrivyAppSettings: Sendable, Hashable {
  /// The `mode` of apps whose wallets are on their users' devices.
  static let legacyMode = "legacy-embedded-wallets-only"

  /// `embedded_wallet_config.mode`; nil if the response does not have it.
  let walletMode: String?

  init(_ answer: JSONValue) { walletMode = answer["embedded_wallet_config"]?["mode"]?.stringValue }

  /// Checks that the app's wallets are not on its users' devices, because the calls for wallets on the vendor's servers
  /// do not work for such an app.
  ///
  /// - Throws: `unsupported` with the mode's name in `vendorCode`.
  func checkWallets() throws(AuthError) {
    guard walletMode == Self.legacyMode else { return }
    throw AuthError(
      .unsupported,
      "The app's wallets are on its users' devices ('\(Self.legacyMode)'), where only the vendor's own client can use "
        + "them. Signing in still works. To use the wallets with Latchkey, migrate them in the vendor's dashboard.",
      vendorCode: Self.legacyMode)
  }
}
