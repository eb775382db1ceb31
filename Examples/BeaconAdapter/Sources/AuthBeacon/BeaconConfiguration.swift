public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The contents of a block of type `beacon` in the app's configuration.
public struct BeaconConfiguration: ProviderConfiguration {
  /// The app's key at the vendor; it is public.
  public var appKey: String
  /// The vendor's API.
  public var baseURL: URL
  /// The origins to which credentials may be sent.
  public var origins: [Origin]

  /// Reads `appKey`, `baseURL` and `origins`. The caller refuses any other key by name, so a misspelled key never
  /// selects a default. A shared secret would be read with `optionalSecret`, never with `string`.
  ///
  /// - Throws: `invalid_configuration` for a missing or wrong value.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    appKey = try reader.string("appKey")
    baseURL = try reader.baseURL("baseURL", default: "https://beacon.example")
    origins = try reader.origins(default: [baseURL])
  }
}
