public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The configuration of a Hawcx-style provider.
public struct HawcxConfiguration: ProviderConfiguration {
  /// Who chooses the method of a step (H82, H87).
  public enum MethodSelection: String, Sendable, CaseIterable {
    /// The user chooses, unless the app has requested a method that the first step offers.
    case manual
    /// The provider chooses the method of a step that offers only one. In the first step, the provider also chooses the
    /// method that the kind of identifier determines.
    case automatic
  }

  /// The prompt of a flow without an identifier.
  public enum IdentifierPrompt: String, Sendable, CaseIterable {
    /// An e-mail address or a telephone number, after a choice between them.
    case address
    /// Any identifier of the project's users, including user names: one prompt with one field.
    case any
  }

  /// The tenant's host, in its normal form.
  public var baseURL: HawcxBaseURL
  /// The tenant's public routing key, which is also the tenant of every session. It is not the client ID.
  public var configID: String
  /// The project's ID, which is the audience of identity tokens; nil if none is configured.
  public var clientID: String?
  /// The issuer of identity tokens; by default the tenant's host.
  public var issuer: URL
  /// The value of `X-Relying-Party`, for a project with several relying parties; nil to omit the header.
  public var relyingParty: String?
  /// Who chooses the method of a step.
  public var methodSelection: MethodSelection
  /// The prompt of a flow without an identifier.
  public var identifierPrompt: IdentifierPrompt
  /// Whether a flow that waits for another device polls the server automatically.
  public var pollsApprovals: Bool
  /// The app's name in the keys of its device records; by default the configuration ID.
  public var deviceAppID: String
  /// Whether this device is enrolled if the project requires it. Off by default, because the vendor's device
  /// cryptography is only partly public (H64).
  public var enrollsDevices: Bool
  /// The assumed byte layout of an enrolment, which is only partly public (H64).
  var deviceLayout = HawcxDeviceLayout()
  /// Whether a flow sends the device information to the server (H25). Off by default.
  public var sendsDeviceInformation: Bool
  /// Whether a flow whose device is no longer trusted restarts automatically, at most once, and enrols the device
  /// again.
  public var restartsOnLostDevice: Bool
  /// The issuer's public key, which verifies identity tokens instead of the published keys; nil uses the published
  /// keys.
  public var issuerKey: HawcxIssuerKey?
  /// The origins that may receive credentials.
  public var origins: [Origin]
  /// The app's own backend, which exchanges a code for the app's session; nil for none.
  public var backendURL: URL?
  /// Whether app sessions are bound to a key, whose possession requests to the backend prove (RFC 9449).
  public var provesPossession: Bool = false

  /// Reads `baseURL`, `configId`, `clientId`, `issuer`, `issuerKey` (`pem`, `tokenEndpoint`), `relyingParty`,
  /// `methodSelection`, `identifierPrompt`, `autoPollApprovals`, `device` (`appId`, `enrollment`, `layout`,
  /// `information`, `autoRestartOnce`), `origins` and `backend`.
  ///
  /// - Throws: `invalid_configuration` for a missing or invalid setting, with the setting's path.
  public init(reading reader: inout ConfigurationReader) throws(AuthError) {
    baseURL = try HawcxBaseURL(
      try reader.string(
        "baseURL", "the URL of the tenant's host, with or without `/v1`", example: "https://example.hawcx.com"),
      at: "\(reader.path).baseURL")
    configID = try reader.string("configId", "the tenant's public routing key; not the client id")
    clientID = try reader.optionalString("clientId", "the project's id: the audience of identity tokens")
    issuer =
      try reader.optionalBaseURL("issuer", "the identity tokens' issuer; by default the URL of the tenant's host")
      ?? baseURL.root
    relyingParty = try reader.optionalString(
      "relyingParty", "the value of X-Relying-Party, for a project with several relying parties")
    methodSelection = try reader.choice(
      "methodSelection",
      "how a method is chosen: by the user, or by the provider if only one is offered or the identifier determines it",
      default: MethodSelection.manual)
    identifierPrompt = try reader.choice(
      "identifierPrompt",
      "what a flow without an identifier asks for: an e-mail address or telephone number, or any identifier",
      default: IdentifierPrompt.address)
    pollsApprovals = try reader.bool(
      "autoPollApprovals", "whether a flow that waits for another device polls the server automatically", default: true)
    if var key = try reader.object(
      "issuerKey", "the issuer's public key, which verifies identity tokens instead of the published keys")
    {
      issuerKey = try HawcxIssuerKey.read(&key, issuer: issuer)
      try key.finish()
    }
    deviceAppID = configID
    enrollsDevices = false
    sendsDeviceInformation = false
    restartsOnLostDevice = false
    if var device = try reader.object("device", "trusted devices") {
      deviceAppID =
        try device.optionalString(
          "appId", "the app's name in the keys of its device records; by default the configuration id") ?? configID
      enrollsDevices = try device.bool(
        "enrollment", "whether this device is enrolled if the project requires it", default: false)
      if var layout = try device.object("layout", "the assumed byte layout of an enrolment") {
        deviceLayout = try HawcxDeviceLayout(reading: &layout)
        try layout.finish()
      }
      sendsDeviceInformation = try device.bool(
        "information", "whether a flow sends device information to the server", default: false)
      restartsOnLostDevice = try device.bool(
        "autoRestartOnce", "whether a flow whose device is no longer trusted restarts automatically, at most once",
        default: false)
      try device.finish()
    }
    if var backend = try reader.object("backend", "the app's own backend, which exchanges codes for sessions") {
      backendURL = try backend.baseURL("baseURL", "the backend's base URL")
      provesPossession = try backend.requiresProofs()
      try backend.finish()
    }
    origins = try reader.origins(default: [baseURL.root] + (backendURL.map { [$0] } ?? []))
    for (key, value) in [("configId", configID), ("relyingParty", relyingParty ?? "x")] {
      // Both are sent as header values.
      guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        _ = try reader.refused(key, "printable ASCII", ())
        continue
      }
    }
  }
}
