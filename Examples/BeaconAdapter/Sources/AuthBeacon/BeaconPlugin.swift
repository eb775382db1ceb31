public import AuthCore

extension ProviderPlugin {
  /// Beacon sign-in. Link the product AuthBeacon.
  public static let beacon = ProviderPlugin("beacon", product: "AuthBeacon", provider: BeaconProvider.self)
}
