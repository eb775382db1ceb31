import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing

/// Security keys: like passkeys, without the wrapper and always with a token (A111, A117).
@Suite struct AuthsignalSecurityKeyTests {
  /// A key that cannot verify its user.
  private let authenticator = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: { _ in .approve(isVerified: false) })
  private let desk: AuthsignalDesk

  init() throws { desk = try AuthsignalDesk() }

  private func registration(_ token: String) async throws -> JSONValue {
    let options = try desk.client(
      "POST", "/user-authenticators/security-key/registration-options", [:], token: token)
    #expect(options.status == 200 && options["challengeId"] == nil && options["options"] == nil)
    #expect(options["authenticatorSelection"]?["authenticatorAttachment"] == "cross-platform")
    let made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: try #require(options["rp"]?["id"]?.stringValue), relyingPartyName: "Sandbox",
        userHandle: try #require(options["user"]?["id"]?.stringValue.flatMap { Base64URL.decode($0) }),
        userName: "jane", displayName: "Jane",
        challenge: try #require(options["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    let id = JSONValue.string(Base64URL.encode(made.credentialID))
    return [
      "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": [:],
      "authenticatorAttachment": "cross-platform",
      "response": [
        "attestationObject": .string(Base64URL.encode(made.attestationObject)),
        "clientDataJSON": .string(Base64URL.encode(made.clientDataJSON)), "transports": ["usb"],
      ],
    ]
  }

  /// A user with a security key, and the token of the proof.
  private func enrolled() async throws -> String {
    let token = try desk.track()
    let added = try desk.client(
      "POST", "/user-authenticators/security-key", try await registration(token), token: token)
    #expect(added["isVerified"] == true && added["userAuthenticatorId"]?.stringValue != nil)
    return try #require(added["accessToken"]?.stringValue)
  }

  /// `handle`: whether the key sends the user handle. A key without a resident credential sends none.
  private func assertion(_ token: String, handle: Bool = true) async throws -> JSONValue {
    let options = try desk.client(
      "POST", "/user-authenticators/security-key/authentication-options", [:], token: token)
    #expect(options.status == 200 && options["challengeId"] == nil)
    let allowed = try #require(options["allowCredentials"]?.arrayValue)
    #expect(allowed.count == 1 && allowed.first?["transports"] == ["usb", "nfc", "ble"])
    let proof = try await authenticator.get(
      PasskeyAssertionRequest(
        relyingPartyID: try #require(options["rpId"]?.stringValue),
        challenge: try #require(options["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    let id = JSONValue.string(Base64URL.encode(proof.credentialID))
    return [
      "id": id, "rawId": id, "type": "public-key",
      "response": [
        "authenticatorData": .string(Base64URL.encode(proof.authenticatorData)),
        "clientDataJSON": .string(Base64URL.encode(proof.clientDataJSON)),
        "signature": .string(Base64URL.encode(proof.signature)),
        "userHandle": handle ? .string(Base64URL.encode(try #require(proof.userHandle))) : .null,
      ],
    ]
  }

  @Test func enrolsAndVerifies() async throws {
    let token = try await enrolled()
    for handle in [true, false] {
      let body = try await assertion(token, handle: handle)
      let done = try desk.client("POST", "/verify/security-key", body, token: token)
      #expect(done["isVerified"] == true && done["accessToken"]?.stringValue != nil)
      // A ceremony works once.
      #expect(try desk.client("POST", "/verify/security-key", body, token: token)["errorCode"] == "invalid_request")
    }
    let listed = try desk.client("GET", "/user-authenticators", token: token)
    #expect(listed.json.arrayValue?.map { $0["verificationMethod"] } == ["SECURITY_KEY"])
    #expect(listed.json.arrayValue?.first?["webauthnCredential"]?["name"] == "Security key")
    let events = try #require(try desk.call("GET", "/authsignal/webhooks")["webhooks"]?.arrayValue)
    let types = try events.map { try JSONValue(parsing: Array(($0["body"]?.stringValue ?? "").utf8))["type"] }
    #expect(types == ["authenticator.created", "action.verify", "action.verify", "action.verify"])
    let users = desk.sandbox.handle(SandboxRequest("GET", "/users"))
    #expect(String(decoding: users.body, as: UTF8.self).contains("security_key"))
  }

  @Test func ceremoniesBelongToTheirTokenAndEnd() async throws {
    let (first, second) = (try desk.track(), try desk.track())
    let body = try await registration(first)
    #expect(try desk.client("POST", "/user-authenticators/security-key", body, token: second).status == 400)
    try desk.advance(seconds: 301)
    #expect(try desk.client("POST", "/user-authenticators/security-key", body, token: first).status == 400)
    // The ceremony of a passkey is another one.
    _ = try desk.client("POST", "/user-authenticators/passkey/registration-options", [:], token: first)
    #expect(try desk.client("POST", "/user-authenticators/security-key", body, token: first).status == 400)
  }

  @Test func needsATokenAndAKey() async throws {
    for path in ["/user-authenticators/security-key/authentication-options", "/verify/security-key"] {
      let basic = "Basic " + Base64.encode(Array((desk.tenantID + ":").utf8))
      let anonymous = try desk.call(
        "POST", "/authsignal/v1/client" + path, [:], headers: ["Authorization": basic])
      #expect(anonymous.status == 401)
    }
    let token = try desk.track()
    let none = try desk.client(
      "POST", "/user-authenticators/security-key/authentication-options", [:], token: token)
    #expect(none["errorCode"] == "invalid_request")
    _ = try await enrolled()
    let user = try #require(try desk.claims(token)["sub"]?.stringValue)
    let poor = try #require(try desk.server("POST", "/users/\(user)/actions/pay", [:])["token"]?.stringValue)
    let refused = try desk.client(
      "POST", "/user-authenticators/security-key/registration-options", [:], token: poor)
    #expect(refused["errorCode"] == "insufficient_scope")
  }

  @Test func aSecurityKeyIsNoPasskey() async throws {
    let token = try await enrolled()
    let options = try desk.client(
      "POST", "/user-authenticators/passkey/authentication-options", [:], token: token)
    #expect(options["options"]?["allowCredentials"] == .array([]))
    let body: JSONValue = [
      "challengeId": try #require(options["challengeId"]),
      "authenticationCredential": try await assertion(token),
    ]
    #expect(try desk.client("POST", "/verify/passkey", body, token: token)["errorCode"] == "unknown_credential")
  }
}
