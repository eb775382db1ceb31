import AuthCore
import AuthRuntime
import AuthSandbox
import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sandbox over HTTP, with everything that the demonstration uses: one configuration file for all vendors, the app's
/// own identity system, the outbox and the request log.
struct DemoSandbox: Sendable {
  let directory: String
  let server: SandboxServer
  let transport: any HTTPTransport
  private let descriptor: JSONValue

  /// Starts the sandbox and writes `auth.json` into `directory`.
  init(directory: String) throws(AuthError) {
    self.directory = directory
    server = try SandboxServer(sandbox: try Sandbox())
    // There is no browser, so the OpenID provider signs jane in without its page.
    _ = server.sandbox.handle(
      SandboxRequest(
        "POST", "/sandbox/policy",
        json: ["provider": "oidc", "signInAs": "jane@example.com", "deviceIntervalSeconds": 1]))
    transport = try SystemTransport.make()
    descriptor = server.sandbox.descriptor
    guard var configuration = server.sandbox.configuration.objectValue else {
      throw AuthError(
        .internalError, "The sandbox's configuration is not a JSON object. Report this to Latchkey's maintainers.")
    }
    configuration["storage"] = ["directory": "state"]
    // The app's identity system keeps the current JWT in a file, where Privy's token provider reads it.
    if var providers = configuration["providers"]?.objectValue, var privy = providers["privy"]?.objectValue,
      var openID = providers["oidc"]?.objectValue
    {
      privy["tokenProvider"] = ["file": "identity.jwt"]
      providers["privy"] = .object(privy)
      openID["method"] = "device_code"
      providers["oidc"] = .object(openID)
      configuration["providers"] = .object(providers)
    }
    try PrivateFile.write(JSONValue.object(configuration).prettyText + "\n", to: directory + "/auth.json")
  }

  /// The path of the configuration file.
  var configurationPath: String { directory + "/auth.json" }

  var baseURL: String { server.sandbox.baseURL }

  /// The API that the sample app calls.
  func api() throws(AuthError) -> URL { try url(text("backend", "baseURL") + "/me") }

  /// The outbox that receives the codes.
  func outbox() throws(AuthError) -> URL { try url(text("outbox")) }

  /// Signs the user in at the app's own identity system, and writes the JWT to the file of Privy's token provider.
  func signInAtIdentitySystem(_ identifier: String) async throws(AuthError) {
    let request = TransportRequest.json(
      "POST", try url(text("privy", "idpTokenURL")), ["sub": .string(identifier), "alg": "ES256", "ttl": 3600])
    let token = try await transport.send(request).json().requiredString("token")
    try PrivateFile.write(token, to: directory + "/identity.jwt")
  }

  /// The number of the newest entry in the request log; 0 for an empty log.
  func lastLogged() async throws(AuthError) -> Int64 { try await log(after: 0).last?["seq"]?.integerValue ?? 0 }

  /// The entries of the request log after the entry with the number `sequence`.
  func log(after sequence: Int64) async throws(AuthError) -> [JSONValue] {
    let response = try await transport.send(
      TransportRequest("GET", try url(baseURL + "/sandbox/requests?after=\(sequence)")))
    return try response.json()["requests"]?.arrayValue ?? []
  }

  private func text(_ names: String...) throws(AuthError) -> String {
    var value = descriptor
    for name in names { value = value[name] ?? .null }
    guard let text = value.stringValue else {
      throw AuthError(
        .internalError,
        "The sandbox's descriptor has no string '\(names.joined(separator: "."))'. Report this to Latchkey's "
          + "maintainers.")
    }
    return text
  }

  private func url(_ text: String) throws(AuthError) -> URL {
    guard let url = URL(string: text) else {
      throw AuthError(
        .internalError,
        "The sandbox returned '\(text)', which is not a valid URL. Report this to Latchkey's maintainers.")
    }
    return url
  }
}
