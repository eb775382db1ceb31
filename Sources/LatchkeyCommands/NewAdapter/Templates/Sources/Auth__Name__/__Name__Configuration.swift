public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The settings of a block of type `__name__` in the app's configuration.
public struct __Name__Configuration: ProviderConfiguration {
  /// The app's id at the vendor.
  public var clientID: String
  /// The vendor's API.
  public var baseURL: URL
  /// The origins that credentials may be sent to.
  public var origins: [Origin]

  /// Reads `clientId`, `baseURL` and `origins`. A key that is not read here is refused by name, so that a misspelt key
  /// is an error and not ignored. Read a shared secret with `optionalSecret`, never as text.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    // CHANGE ME 1: the keys of your vendor's block. List them in the README, too.
    clientID = try reader.string("clientId")
    baseURL = try reader.baseURL("baseURL", default: "https://api.vendor.example")
    origins = try reader.origins(default: [baseURL])
  }
}
