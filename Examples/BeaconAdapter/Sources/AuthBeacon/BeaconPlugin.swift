public import AuthCore

extension ProviderPlugin {
  /// Beacon; link the product AuthBeacon.
  public static let beacon = ProviderPlugin("beacon", product: "AuthBeacon", provider: BeaconProvider.self)
}
