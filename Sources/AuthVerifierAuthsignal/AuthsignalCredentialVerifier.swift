import AuthCore
import AuthCrypto
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Verifies Authsignal's proofs of an action: the backend asks the vendor (`validate`, A75). A proof is accepted once;
/// the backend then opens the app's own session.
///
/// A client sends the proof as `Authorization: Authsignal <token>`. The scheme is a name of this package: the vendor
/// leaves to the app how a token gets to its backend.
struct AuthsignalCredentialVerifier: CredentialVerifier {
  static let scheme = "authsignal"

  let id: ProviderID
  private let tenantID: String
  private let endpoint: URL
  private let secret: Secret
  private let actions: [String]
  private let services: VerifierServices

  /// Reads `baseURL` or `region`, and `tenantId`, and of `verifier`: `secret`, `actions`.
  init(_ block: VerifierBlock, services: VerifierServices) throws(AuthError) {
    var shared = block.shared
    id = block.id
    self.services = services
    tenantID = try shared.string("tenantId")
    let region = try shared.optionalString("region")
    let standard = region.map { $0 == "us" ? "https://api.authsignal.com/v1" : "https://\($0).api.authsignal.com/v1" }
    endpoint = try shared.baseURL("baseURL", default: standard).appending(path: "validate")
    var own = block.own
    guard let secret = try own.optionalSecret("secret") else {
      throw own.wrong("secret", "a reference to the secret key of the vendor's Server API")
    }
    self.secret = secret
    actions = try own.strings("actions")
    guard !actions.isEmpty else {
      throw own.wrong("actions", "a list with the actions whose proofs are accepted, such as [\"signIn\"]")
    }
    try own.finish()
  }

  var routes: [CredentialRoute] { [.scheme(Self.scheme)] }

  func verify(
    _ credential: PresentedCredential, of request: PresentedRequest
  ) async throws(AuthError) -> Principal {
    let now = services.clock.now()
    let answer = try await validation(of: credential.token, now)
    guard answer["isValid"]?.boolValue == true, answer["state"]?.stringValue == "CHALLENGE_SUCCEEDED" else {
      throw AuthError(.invalidToken, "The vendor says that the proof is not valid. Sign in again.")
    }
    let user = try answer.requiredString("userId")
    // The vendor's SDKs for servers read one or the other name (A75).
    guard let action = (answer["action"] ?? answer["actionCode"])?.stringValue, actions.contains(action) else {
      throw AuthError(
        .invalidToken,
        "The proof is for an action that 'actions' does not contain. Add the action, or send the "
          + "proof of another one.")
    }
    try await spend(credential.token, answer, now)
    var principal = Principal(provider: id, tenant: tenantID, subject: user, credential: .actionProof)
    // The vendor has accepted the token, so the user completed the challenge at the token's time.
    principal.authenticatedAt = credential.jwt?.claims["iat"]?.numberValue.map {
      Date(timeIntervalSince1970: $0)
    }
    principal.authenticationContext = answer["verificationMethod"]?.stringValue
    principal.claims = answer.objectValue ?? [:]
    return principal
  }

  private func validation(of token: Secret, _ now: Date) async throws(AuthError) -> JSONValue {
    let basic = Base64.encode(Array((secret.revealText() + ":").utf8))
    var request = TransportRequest.json(
      "POST", endpoint, ["token": .string(token.revealText())], headers: ["Authorization": "Basic " + basic])
    request.timeout = .seconds(10)
    request.responseSizeLimit = 65_536
    let response = try await services.transport.send(request)
    if let failure = response.generalFailure(now: now) { throw failure }
    switch response.status {
    case 200..<300: return try response.json()
    case 400, 404, 422: throw AuthError(.invalidToken, "The vendor does not accept the proof. Sign in again.")
    default:
      throw AuthError(
        .providerError, "The vendor refused to validate a proof (HTTP \(response.status)). Check 'secret' and 'region'."
      )
    }
  }

  /// Remembers the action that the vendor has confirmed, by the vendor's own key of it: the same token can be written
  /// in several ways. The vendor's tokens live for ten minutes; a spent action is remembered for longer.
  private func spend(_ token: Secret, _ answer: JSONValue, _ now: Date) async throws(AuthError) {
    let names = ["userId", "action", "actionCode", "idempotencyKey"]
    let identity: [UInt8] =
      answer["idempotencyKey"]?.stringValue == nil
      ? token.revealBytes() : JSONValue.array(names.map { answer[$0] ?? .null }).serialized
    let digest = Base64URL.encode(Array(SHA256.hash(data: identity)))
    try await services.spend("authsignal." + digest, for: 3600, at: now)
  }
}
