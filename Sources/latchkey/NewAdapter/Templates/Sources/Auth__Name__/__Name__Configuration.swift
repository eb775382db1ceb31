public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a block of type `__name__` in the app's configuration holds.
public struct __Name__Configuration: ProviderConfiguration {
  /// The app's id at the vendor.
  public var clientID: String
  /// The vendor's API.
  public var baseURL: URL
  /// Where credentials may go.
  public var origins: [Origin]

  /// Reads `clientId`, `baseURL` and `origins`. A key that is not read here is refused by name, so that a typing error
  /// is an error and not a default; a shared secret is read with `optionalSecret`, never as a text.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    // CHANGE ME 1: the keys of your vendor's block. List them in the README, too.
    clientID = try reader.string("clientId")
    baseURL = try reader.baseURL("baseURL", default: "https://api.vendor.example")
    origins = try reader.origins(default: [baseURL])
  }
}
