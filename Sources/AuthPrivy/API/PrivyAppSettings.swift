import AuthCore

/// What the app's configuration says that matters here: `GET apps/{id}` (P62).
struct PrivyAppSettings: Sendable, Hashable {
  /// The `mode` of apps whose wallets are kept on the users' devices.
  static let legacyMode = "legacy-embedded-wallets-only"

  /// `embedded_wallet_config.mode`; nil where the answer does not say.
  let walletMode: String?

  init(_ answer: JSONValue) { walletMode = answer["embedded_wallet_config"]?["mode"]?.stringValue }

  /// Refuses an app whose wallets are kept on the users' devices: none of the calls for the vendor's servers works
  /// there.
  ///
  /// - Throws: `unsupported`, by the mode's name.
  func checkWallets() throws(AuthError) {
    guard walletMode == Self.legacyMode else { return }
    throw AuthError(
      .unsupported,
      "The app keeps its users' wallets on their devices ('\(Self.legacyMode)'), which only the vendor's own client can "
        + "use. Signing in works; migrate the app's wallets in the vendor's dashboard to use them here.",
      vendorCode: Self.legacyMode)
  }
}
