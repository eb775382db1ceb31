import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing
import WireSamples

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A sandbox for one sample: sends the sample's request with live values for its placeholders.
struct AuthsignalWireScene {
  typealias Answer = AuthsignalDesk.Answer

  let desk: AuthsignalDesk
  let sample: WireSample
  let key = P256.Signing.PrivateKey()
  let authenticator = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)

  init(_ id: String) throws {
    desk = try AuthsignalDesk()
    sample = try WireSample.named(id)
  }

  var publicKey: JSONValue { .string(Base64.encode(Array(key.publicKey.derRepresentation))) }

  /// The query with the public key (A40).
  var publicKeyQuery: String { "?publicKey=" + Base64URL.encode(Array((publicKey.stringValue ?? "").utf8)) }

  /// The sandbox's time.
  func now() throws -> Date {
    let answer = try desk.call("GET", "/sandbox/clock")
    return try #require(answer["now"]?.stringValue.flatMap { ISO8601.decode($0) })
  }

  func signed(_ text: String) throws -> JSONValue {
    .string(Base64.encode(Array(try key.signature(for: Array(text.utf8)).derRepresentation)))
  }

  /// Sends the sample's request: with a token as the token's user, without one as the tenant. Headers have the sample's
  /// values; the caller adds a signature.
  func ask(
    token: String? = nil, _ values: [String: JSONValue] = [:], path: String? = nil, headers more: HTTPHeaders = [:]
  ) throws -> Answer {
    var headers = more
    for (name, value) in sample.requestHeaders where !["Authorization", "X-Authsignal-Signature"].contains(name) {
      headers[name] = value
    }
    if headers["Authorization"] == nil {
      let isBare = sample.requestHeaders["Authorization"]?.contains("tenantId, no colon") == true
      let named = Array((desk.tenantID + (isBare ? "" : ":")).utf8)
      let isSafe = sample.requestHeaders["Authorization"]?.contains("base64url") == true
      headers["Authorization"] =
        token.map { "Bearer " + $0 } ?? "Basic " + (isSafe ? Base64URL.encode(named) : Base64.encode(named))
    }
    var target = path ?? "/authsignal" + sample.path
    if sample.json["requestQuery"]?["publicKey"] != nil { target += publicKeyQuery }
    return try desk.call(
      sample.method, target, sample.requestBody.map { WireShape($0).filled(values) }, headers: headers)
  }

  /// Adds the device's key for a user who has enrolled an e-mail address, and returns the user's token.
  func withDevice(_ method: String) throws -> String {
    let token = try desk.enrolledByEmail()
    let added = try desk.client(
      "POST", "/user-authenticators/\(method)",
      ["publicKey": publicKey, "deviceName": "Phone", "devicePlatform": "ios"], token: token)
    #expect(added.status == 200)
    return token
  }

  /// A token for an action that the app's backend tracked with these attributes.
  func tracked(_ action: String, _ attributes: JSONValue) throws -> String {
    let user = try #require(try desk.claims(try desk.track())["sub"]?.stringValue)
    return try #require(
      try desk.server("POST", "/users/\(user)/actions/\(action)", attributes)["token"]?.stringValue)
  }

  func anonymousChallenge(_ body: JSONValue = [:]) throws -> String {
    let named = Base64.encode(Array((desk.tenantID + ":").utf8))
    let answer = try desk.call(
      "POST", "/authsignal/v1/client/challenge", body, headers: ["Authorization": "Basic " + named])
    return try #require(answer["challengeId"]?.stringValue)
  }

  func anonymous(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> Answer {
    let named = Base64.encode(Array((desk.tenantID + ":").utf8))
    return try desk.call(method, "/authsignal/v1/client" + path, body, headers: ["Authorization": "Basic " + named])
  }

  func decide(_ method: String, _ id: String, _ isApproved: Bool) throws {
    let body: JSONValue = [
      "challengeId": .string(id), "publicKey": publicKey, "signature": try signed(id), "approved": .bool(isApproved),
    ]
    #expect(try anonymous("POST", "/user-authenticators/\(method)/challenge", body).status == 200)
  }

  func claim(_ id: String) throws {
    let body: JSONValue = ["challengeId": .string(id), "publicKey": publicKey, "signature": try signed(id)]
    #expect(try anonymous("POST", "/user-authenticators/qr-code/challenge/claim", body).status == 200)
  }

  /// A device's response to registration options.
  func registration(_ token: String) async throws -> [String: JSONValue] {
    let begun = try desk.client("POST", "/user-authenticators/passkey/registration-options", [:], token: token)
    let options = try #require(begun["options"])
    let made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "Sandbox",
        userHandle: Array(try #require(options["user"]?["id"]?.stringValue).utf8), userName: "jane",
        displayName: "Jane",
        challenge: try #require(options["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    let id = JSONValue.string(Base64URL.encode(made.credentialID))
    return [
      "challengeId": try #require(begun["challengeId"]), "registrationCredential.id": id,
      "registrationCredential.rawId": id,
      "registrationCredential.response.attestationObject": .string(Base64URL.encode(made.attestationObject)),
      "registrationCredential.response.clientDataJSON": .string(Base64.encode(made.clientDataJSON)),
    ]
  }

  /// Registers a passkey, and returns its id and the token of the proof.
  func withPasskey() async throws -> (id: JSONValue, token: String) {
    let token = try desk.track()
    let made = try await registration(token)
    let shape = WireShape(try #require(try WireSample.named("AS14").requestBody))
    let answer = try desk.client("POST", "/user-authenticators/passkey", shape.filled(made), token: token)
    return (
      try #require(made["registrationCredential.id"]), try #require(answer["accessToken"]?.stringValue)
    )
  }

  /// A device's response to the options of an anonymous assertion, in the form of a browser or of the iOS SDK.
  func assertion(isBrowser: Bool) async throws -> [String: JSONValue] {
    let begun = try anonymous(
      "POST", "/user-authenticators/passkey/authentication-options",
      ["challengeId": .string(try anonymousChallenge(["action": "signIn"]))])
    let proof = try await authenticator.get(
      PasskeyAssertionRequest(
        relyingPartyID: "localhost",
        challenge: try #require(begun["options"]?["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    let id = JSONValue.string(Base64URL.encode(proof.credentialID))
    let handle = try #require(proof.userHandle)
    let prefix = "authenticationCredential."
    return [
      "challengeId": try #require(begun["challengeId"]), prefix + "id": id, prefix + "rawId": id,
      prefix + "response.authenticatorData": .string(Base64URL.encode(proof.authenticatorData)),
      prefix + "response.signature": .string(Base64URL.encode(proof.signature)),
      prefix + "response.clientDataJSON": .string(
        isBrowser ? Base64URL.encode(proof.clientDataJSON) : Base64.encode(proof.clientDataJSON)),
      prefix + "response.userHandle": .string(
        isBrowser ? Base64URL.encode(handle) : String(decoding: handle, as: UTF8.self)),
    ]
  }
}
