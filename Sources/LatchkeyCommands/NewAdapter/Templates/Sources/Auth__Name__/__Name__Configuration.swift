public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The contents of a block of type `__name__` in the app's configuration.
public struct __Name__Configuration: ProviderConfiguration {
  /// The app's id at the vendor.
  public var clientID: String
  /// The vendor's API.
  public var baseURL: URL
  /// The origins to which credentials may be sent.
  public var origins: [Origin]

  /// Reads `clientId`, `baseURL` and `origins`. The caller refuses any other key by name, so a misspelled key never
  /// selects a default. Read a shared secret with `optionalSecret`, never with `string`.
  ///
  /// - Throws: `invalid_configuration` for a missing or wrong value.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    // CHANGE ME 1: the keys of your vendor's block. List the keys in the README as well.
    clientID = try reader.string("clientId")
    baseURL = try reader.baseURL("baseURL", default: "https://api.vendor.example")
    origins = try reader.origins(default: [baseURL])
  }
}
