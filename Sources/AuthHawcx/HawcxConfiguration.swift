public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a Hawcx-style provider is configured with.
public struct HawcxConfiguration: ProviderConfiguration {
  /// Who chooses the first method (Hawcx protocol notes §7.1).
  public enum MethodSelection: String, Sendable, CaseIterable {
    /// The user, always.
    case manual
    /// The provider, where the identifier makes it obvious.
    case automatic
  }

  /// The tenant's host, in its normal form.
  public var baseURL: HawcxBaseURL
  /// The tenant's public routing key, which is also the tenant of every session. Not the client id.
  public var configID: String
  /// The project's id, which identity tokens are made for.
  public var clientID: String?
  /// Who issues identity tokens; the tenant's host unless named.
  public var issuer: URL
  /// The value of `X-Relying-Party`, where the project has several.
  public var relyingParty: String?
  /// Who chooses the first method.
  public var methodSelection: MethodSelection
  /// The app's name in what its trusted devices prove; the configuration id unless named.
  public var deviceAppID: String
  /// Where credentials may go.
  public var origins: [Origin]
  /// The app's own backend, which turns a code into the app's session.
  public var backendURL: URL?

  /// Reads `baseURL`, `configId`, `clientId`, `issuer`, `relyingParty`, `methodSelection`, `device` (`appId`),
  /// `origins` and `backend`.
  ///
  /// - Throws: `invalid_configuration`.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    baseURL = try HawcxBaseURL(try reader.string("baseURL"), at: "\(reader.path).baseURL")
    configID = try reader.string("configId")
    clientID = try reader.optionalString("clientId")
    issuer = try reader.optionalBaseURL("issuer") ?? baseURL.root
    relyingParty = try reader.optionalString("relyingParty")
    methodSelection = try reader.choice("methodSelection", default: MethodSelection.manual)
    deviceAppID = configID
    if var device = try reader.object("device") {
      deviceAppID = try device.optionalString("appId") ?? configID
      try device.finish()
    }
    if var backend = try reader.object("backend") {
      backendURL = try backend.baseURL("baseURL")
      try backend.finish()
    }
    origins = try reader.origins(default: [baseURL.root] + (backendURL.map { [$0] } ?? []))
    for (key, value) in [("configId", configID), ("relyingParty", relyingParty ?? "x")] {
      // Both travel as header values (§7.7).
      guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { throw reader.wrong(key, "printable ASCII") }
    }
  }
}
