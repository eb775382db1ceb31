import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing
import WireSamples

@testable import AuthSandboxKit
@testable import AuthSandboxPrivy

#if canImport(CryptoKit)
  import CryptoKit
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sandbox, and a client that sends it the samples' requests with live values.
final class PrivyWireDesk {
  let fixture: PrivyFixture
  private var advanced: Int64 = 0
  let authenticator = SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
    .approve(isVerified: true)
  }
  static let relyingParty = "https://localhost"
  static let email = "user@example.com"
  static let number = "+15555550100"

  init() throws { fixture = try PrivyFixture() }

  // MARK: The sample's request

  /// Sends a sample's request.
  ///
  /// - Parameters:
  ///   - values: Values in the body that replace the sample's.
  ///   - mfaToken: A token that replaces the sample's.
  func send(
    _ sample: WireSample, _ values: [String: JSONValue] = [:], path: String? = nil, bearer: String? = nil,
    mfaToken: String? = nil, adding more: HTTPHeaders = [:]
  ) throws -> PrivyFixture.Answer {
    var headers = HTTPHeaders()
    for (name, shape) in sample.requestHeaders {
      switch name.lowercased() {
      case "privy-app-id": headers[name] = fixture.appID
      case "privy-client-id": headers[name] = fixture.clientHeaders["privy-client-id"]
      case "privy-ca-id": headers[name] = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"
      case "authorization": headers[name] = bearer.map { "Bearer " + $0 }
      case "privy-mfa-token": headers[name] = mfaToken
      case "privy-idempotency-key": headers[name] = String(repeating: "ab", count: 32)
      default: if !shape.contains("<") { headers[name] = shape }
      }
    }
    for field in more.fields { headers[field.name] = field.value }
    var wanted = values
    if sample.requestBody?["relying_party"] != nil { wanted["relying_party"] = .string(Self.relyingParty) }
    let body = sample.requestBody.map { WireShape($0).filled(wanted) }
    return try fixture.call(sample.method, path ?? sample.path, body, headers: headers)
  }

  // MARK: Preconditions

  private func post(_ path: String, _ body: JSONValue, bearer: String? = nil) throws -> PrivyFixture.Answer {
    try fixture.call("POST", "/api/v1/" + path, body, bearer: bearer)
  }

  func lastCode(to address: String) throws -> JSONValue { .string(try fixture.sandbox.lastCode(to: address)) }

  /// Signs the samples' user in with a code.
  @discardableResult
  func signIn(_ email: String = PrivyWireDesk.email) throws -> PrivyFixture.Answer {
    _ = try post("passwordless/init", ["email": .string(email)])
    return try post("passwordless/authenticate", ["email": .string(email), "code": try lastCode(to: email)])
  }

  func link(number: String, bearer: String) throws {
    _ = try post("passwordless_sms/init", ["phoneNumber": .string(number)])
    _ = try post(
      "passwordless_sms/link", ["phoneNumber": .string(number), "code": try lastCode(to: number)], bearer: bearer)
  }

  /// Begins a sign-in with another service and opens its page. Returns the code, the state and the verifier.
  func visit(_ service: String, opensPage: Bool = true) throws -> (code: String, state: String, verifier: String) {
    let proof = PKCE(random: SystemRandomSource())
    let state = String(repeating: "s", count: 48)
    let answer = try post(
      "oauth/init",
      [
        "provider": .string(service), "redirect_to": "exampleapp://oauth", "state_code": .string(state),
        "code_challenge": .string(proof.challenge),
      ])
    let verifier = proof.verifier.revealText()
    guard opensPage else { return ("apples-own-code", state, verifier) }
    let target = answer.text("url").dropFirst(fixture.sandbox.baseURL.count)
    let page = fixture.sandbox.handle(SandboxRequest("GET", String(target)))
    let location = try #require(page.headers["Location"])
    let code = try #require(location.split(separator: "privy_oauth_code=").last)
    return (String(code.prefix { $0 != "&" }), state, verifier)
  }

  // MARK: Passkeys

  private func options(_ ceremony: String, bearer: String?) throws -> JSONValue {
    let answer = try post(ceremony, ["relying_party": .string(Self.relyingParty)], bearer: bearer)
    return try #require(answer.json["options"])
  }

  /// A new passkey, in the wire's form.
  func newPasskey(_ ceremony: String, bearer: String? = nil) async throws -> JSONValue {
    let options = try options("passkeys/\(ceremony)/init", bearer: bearer)
    let made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "Example", userHandle: [1], userName: "user",
        displayName: "user", challenge: Base64URL.decode(options["challenge"]?.stringValue ?? "") ?? [],
        algorithms: [-7], userVerification: "required"))
    return [
      "id": .string(Base64URL.encode(made.credentialID)), "raw_id": .string(Base64URL.encode(made.credentialID)),
      "type": "public-key", "client_extension_results": ["cred_props": ["rk": true]],
      "response": [
        "client_data_json": .string(Base64URL.encode(made.clientDataJSON)),
        "attestation_object": .string(Base64URL.encode(made.attestationObject)), "transports": ["internal"],
      ],
    ]
  }

  /// Links a new passkey to the user and returns its id.
  func linkPasskey(bearer: String) async throws -> JSONValue {
    let response = try await newPasskey("link", bearer: bearer)
    _ = try post("passkeys/link", ["authenticator_response": response], bearer: bearer)
    return response["id"] ?? .null
  }

  /// An assertion in the wire's form, and its challenge.
  func assertion(_ route: String, bearer: String? = nil) async throws -> (response: JSONValue, challenge: JSONValue) {
    let options = try options(route, bearer: bearer)
    let challenge = options["challenge"] ?? .null
    let made = try await authenticator.get(
      PasskeyAssertionRequest(
        relyingPartyID: "localhost", challenge: Base64URL.decode(challenge.stringValue ?? "") ?? [],
        userVerification: "required"))
    let response: JSONValue = [
      "id": .string(Base64URL.encode(made.credentialID)), "raw_id": .string(Base64URL.encode(made.credentialID)),
      "type": "public-key", "client_extension_results": [:],
      "response": [
        "client_data_json": .string(Base64URL.encode(made.clientDataJSON)),
        "authenticator_data": .string(Base64URL.encode(made.authenticatorData)),
        "signature": .string(Base64URL.encode(made.signature)),
        "user_handle": .string(Base64URL.encode(made.userHandle ?? [])),
      ],
    ]
    return (response, challenge)
  }

  // MARK: Second factors

  func enrollNumber(bearer: String) throws {
    _ = try post(
      "mfa/passwordless_sms/init", ["action": "enroll", "phoneNumber": .string(Self.number)], bearer: bearer)
    _ = try post(
      "mfa/passwordless_sms/enroll", ["phoneNumber": .string(Self.number), "code": try lastCode(to: Self.number)],
      bearer: bearer)
  }

  /// The token of the second factor that a code to the user's number returns.
  func numberToken(bearer: String) throws -> String {
    _ = try post("mfa/passwordless_sms/init", ["action": "verify"], bearer: bearer)
    return try post("mfa/passwordless_sms/verify", ["code": try lastCode(to: Self.number)], bearer: bearer)
      .text("token")
  }

  /// The authenticator app's secret.
  func offerApp(bearer: String) throws -> TOTP {
    let answer = try post("mfa/totp/init", ["action": "enroll"], bearer: bearer)
    return try TOTP(secret: Secret(try #require(Base32.decode(answer.text("totpSecret")))))
  }

  func enrollApp(bearer: String) throws -> TOTP {
    let app = try offerApp(bearer: bearer)
    _ = try post("mfa/totp/enroll", ["code": code(of: app)], bearer: bearer)
    advance(60)
    return app
  }

  func code(of app: TOTP) -> JSONValue { .string(app.code(at: now)) }

  /// The sandbox's time.
  private var now: Date { Date(timeIntervalSince1970: Double(fixture.start + advanced)) }

  func advance(_ seconds: Int64) {
    fixture.advance(seconds)
    advanced += seconds
  }

  // MARK: Wallets

  func makeWallet(_ chain: String, bearer: String) throws -> String {
    try post("wallets", ["chain_type": .string(chain)], bearer: bearer).text("id")
  }

  /// The header with the signature over a body for a wallet, made with a key that is fetched for it.
  func authorization(_ path: String, _ body: JSONValue, bearer: String) throws -> HTTPHeaders {
    let recipient = P256.KeyAgreement.PrivateKey()
    let answer = try post(
      "wallets/authenticate",
      [
        "user_jwt": .string(bearer), "encryption_type": "HPKE",
        "recipient_public_key": .string(Base64.encode(recipient.publicKey.derRepresentation)),
      ], bearer: bearer)
    let sealed = try #require(answer.json["encrypted_authorization_key"])
    var opener = try HPKE.Recipient(
      privateKey: recipient,
      ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly), info: [UInt8](),
      encapsulatedKey: Base64.decode(sealed["encapsulated_key"]?.stringValue ?? "") ?? [])
    let opened = try opener.open(Base64.decode(sealed["ciphertext"]?.stringValue ?? "") ?? [])
    let key = try P256.Signing.PrivateKey(
      derRepresentation: Base64.decode(String(decoding: opened, as: UTF8.self)) ?? [])
    let content: JSONValue = [
      "version": 1, "method": "POST", "url": .string(fixture.sandbox.baseURL + "/privy" + path),
      "headers": ["privy-app-id": .string(fixture.appID)], "body": body,
    ]
    let signature = try key.signature(for: content.canonical).derRepresentation
    return ["privy-authorization-signature": Base64.encode(signature)]
  }
}
