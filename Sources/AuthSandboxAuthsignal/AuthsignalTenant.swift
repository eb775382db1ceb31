import AuthCore
import AuthSandboxKit

/// The tenant's id and secret key.
struct AuthsignalTenant: Sendable {
  let id: String
  /// The user name of the server API's Basic credentials, and the key that signs tokens and webhooks (A89).
  let secretKey: String

  init(keyring: inout SandboxKeyring, random: any RandomSource) {
    id = keyring.entry("authsignal.tenantId") { random.uuid() }
    secretKey = keyring.entry("authsignal.apiSecretKey") { random.token(byteCount: 48) }
  }

  /// Whether a request to the client API names this tenant, without a user.
  ///
  /// The vendor's SDKs write the id in `Authorization: Basic` in different ways, so all are accepted: base64 with the
  /// standard or the URL-safe alphabet, with or without padding, and with or without the colon (A4).
  func isNamed(by request: SandboxRequest) -> Bool {
    guard let value = request.headers["Authorization"] else { return false }
    let halves = value.split(separator: " ", maxSplits: 1)
    guard halves.count == 2, HTTPHeaders.same(String(halves[0]), "Basic") else { return false }
    let bare = halves[1].prefix { $0 != "=" }
    guard halves[1].dropFirst(bare.count).allSatisfy({ $0 == "=" }) else { return false }
    let safe = String(bare.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    guard let bytes = Base64URL.decode(safe) else { return false }
    return bytes == Array(id.utf8) || bytes == Array((id + ":").utf8)
  }

  /// Whether a request has Basic credentials with the secret key as user name, and without a password.
  func isAuthorized(_ request: SandboxRequest) -> Bool {
    guard let (name, password) = request.basicCredentials, password.isEmpty else { return false }
    return ConstantTime.equal(name, secretKey)
  }
}
