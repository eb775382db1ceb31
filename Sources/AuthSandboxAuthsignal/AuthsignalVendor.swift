package import AuthCore
package import AuthSandboxKit

/// The Authsignal-style servers: the client API for devices, the server API for the app's backend, and the routes of
/// the backend that call the server API.
///
/// The methods are codes by e-mail, SMS and WhatsApp, links by e-mail, authenticator apps, passkeys, security keys, and
/// devices' keys for push, QR codes and in-app.
package struct AuthsignalVendor: SandboxVendor {
  package let name = "authsignal"
  package let mounts = ["/authsignal", "/backend/track", "/backend/authsignal"]
  let tenant: AuthsignalTenant
  var records = AuthsignalRecords()
  /// Signs the access tokens of sessions; nil until the key is first needed, unless the keyring has one.
  var signer: AuthsignalSessionSigner?

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {
    tenant = AuthsignalTenant(keyring: &keyring, random: random)
    signer = try AuthsignalSessionSigner(keyring: keyring)
  }

  package mutating func prepareKeys() throws(AuthError) {
    if signer == nil { signer = try AuthsignalSessionSigner() }
  }

  package func write(to keyring: inout SandboxKeyring) { signer?.write(to: &keyring) }

  package func descriptor(baseURL: String) -> JSONObject {
    [
      "baseURL": .string(Self.apiURL(baseURL)), "tenantId": .string(tenant.id),
      "apiSecretKey": .string(tenant.secretKey), "webhookSecret": .string(tenant.secretKey), "rpId": "localhost",
    ]
  }

  package var usesAppBackend: Bool { true }

  package func configuration(baseURL: String) -> JSONObject {
    ["baseURL": .string(Self.apiURL(baseURL)), "tenantId": .string(tenant.id)]
  }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    switch request.mount {
    case "/backend/track", "/backend/authsignal": backend(request, world: &world)
    default: api(request, world: &world)
    }
  }

  package mutating func reset(world: inout SandboxWorld) { records = AuthsignalRecords() }

  static func apiURL(_ baseURL: String) -> String { baseURL + "/authsignal/v1" }

  /// Handles the requests below `/authsignal`. Devices call the client API at `/v1/client/…`, and the app's backend
  /// calls the server API, which is everything else below `/v1` (A1). The WebSocket, the list of webhooks, the links
  /// in e-mails and the pre-built page have their own routes.
  mutating func api(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    do throws(AuthsignalRefusal) {
      if request.route == Self.socketPath { return try openSocket(request, world: world) }
      if request.route == "/webhooks" { return .json(try webhooks(request, world: world)) }
      if request.route == Self.linkRoute { return try openLink(request, world: world) }
      if request.route == AuthsignalPageForm.route { return page(request, world: &world) }
      guard let segments = request.pathSegments?.dropFirst(), segments.first == "v1" else { throw .missingRoute }
      let path = Array(segments.dropFirst())
      guard request.jsonObject != nil else { throw .invalid("The body must be a JSON object.") }
      if path.first == "client" {
        return try clientWithCookies(request, path: Array(path.dropFirst()), world: &world)
      }
      return .json(try server(request, path: path, world: &world))
    } catch {
      return error.response
    }
  }
}

extension SandboxRequest {
  /// The path's segments, each decoded separately, so that an encoded slash does not split a user id. Empty segments
  /// are omitted, since SDKs append to a base URL that may end in a slash (A1). Nil if the percent-encoding is
  /// malformed.
  var pathSegments: [String]? {
    var segments: [String] = []
    for raw in rawPath.split(separator: "/", omittingEmptySubsequences: true) {
      guard let segment = PercentEncoding.decode(raw) else { return nil }
      segments.append(segment)
    }
    return segments
  }

  /// The string of a member of the body, trimmed; nil if the member is missing, not a string, or blank.
  func text(_ name: String) -> String? {
    guard let text = jsonObject?[name]?.stringValue?.trimmingBlanks, !text.isEmpty else { return nil }
    return text
  }
}
