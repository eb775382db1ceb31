import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import Testing

/// The JSON forms of passkey options and responses (WebAuthn Level 3 §5.1, §5.1.8, §5.1.9).
@Suite struct PasskeyJSONTests {
  let authenticator = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)

  let creation: JSONValue = [
    "rp": ["id": "example.org", "name": "Example"],
    "user": ["id": "_w", "name": "user@example.org", "displayName": "User"], "challenge": "AQID",
    "pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "other", "alg": -8]], "attestation": "direct",
    "excludeCredentials": [["type": "public-key", "id": "BBBB"], ["type": "other", "id": 7]],
    "authenticatorSelection": ["userVerification": "required"], "timeout": 300_000, "hints": [],
    "extensions": ["credProps": true, "prf": ["eval": ["first": "AA", "second": "AQ"]], "unknown": 1],
  ]

  @Test func responsesReadBack() async throws {
    let registration = try await authenticator.create(try PasskeyCreationRequest(json: creation))
    let json = try JSONValue(parsing: try registration.json.serialized)
    let read = try PasskeyRegistration(json: json)
    #expect(read.credentialID == registration.credentialID && read.clientDataJSON == registration.clientDataJSON)
    #expect(read.attestationObject == registration.attestationObject && read.transports == ["internal"])
    #expect(json["id"] == json["rawId"] && json["response"]?["publicKeyAlgorithm"] == -7)
    #expect(json["clientExtensionResults"] == ["credProps": ["rk": true], "prf": ["enabled": true]])
    let key = try P256.Signing.PublicKey(
      derRepresentation: try #require(json["response"]?["publicKey"]?.stringValue.flatMap { Base64URL.decode($0) }))
    let data = try AuthenticatorData(
      encoded: try #require(json["response"]?["authenticatorData"]?.stringValue.flatMap { Base64URL.decode($0) }))
    #expect(
      try CBORValue(encoded: try #require(data.attestedCredential).publicKey)[-2]
        == .bytes(Array(key.rawRepresentation.prefix(32))))

    let request = try PasskeyAssertionRequest(json: ["challenge": "AQID", "rpId": "example.org"])
    let assertion = try await authenticator.get(request)
    let again = try PasskeyAssertion(json: try JSONValue(parsing: assertion.json.serialized))
    #expect(again.credentialID == assertion.credentialID && again.clientDataJSON == assertion.clientDataJSON)
    #expect(again.authenticatorData == assertion.authenticatorData && again.signature == assertion.signature)
    #expect(again.userHandle == [0xFF] && assertion.json["response"]?["userHandle"] == "_w")
    #expect(assertion.json["clientExtensionResults"] == [:])
  }

  @Test func readsOptions() throws {
    let request = try PasskeyCreationRequest(json: creation)
    #expect(request.relyingPartyID == "example.org" && request.relyingPartyName == "Example")
    #expect(request.userHandle == [0xFF] && request.challenge == [1, 2, 3] && request.algorithms == [-7])
    #expect(request.excludedCredentials == [[4, 16, 65]] && request.userVerification == "required")
    #expect(request.attestation == "direct" && request.extensions.credentialProperties)
    #expect(request.extensions.prf?.inputs == PasskeyExtensions.PRFInputs(first: [0], second: [1]))
    let assertion = try PasskeyAssertionRequest(
      json: [
        "challenge": "AQID", "allowCredentials": [["type": "public-key", "id": "BBBB"]],
        "userVerification": "discouraged",
        "extensions": ["prf": ["evalByCredential": ["BBBB": ["first": "AA"]]]],
      ], relyingPartyID: "example.org")
    #expect(assertion.relyingPartyID == "example.org" && assertion.allowedCredentials == [[4, 16, 65]])
    #expect(assertion.userVerification == "discouraged")
    #expect(assertion.extensions.prf?.inputsByCredential[[4, 16, 65]]?.first == [0])
    var open = try #require(creation.objectValue)
    open["pubKeyCredParams"] = []
    #expect(try PasskeyCreationRequest(json: .object(open)).algorithms == [-7, -257])
  }

  /// WebAuthn Level 3 §10.1.5: `preferred` is ignored, and `required` is refused with the extension's name.
  @Test func refusesRequiredLargeBlobsByName() throws {
    var options = try #require(creation.objectValue)
    options["extensions"] = ["largeBlob": ["support": "preferred"]]
    #expect(try PasskeyCreationRequest(json: .object(options)).extensions == PasskeyExtensions())
    options["extensions"] = ["largeBlob": ["support": "required"]]
    let error = #expect(throws: AuthError.self) { try PasskeyCreationRequest(json: .object(options)) }
    #expect(error?.code == .unsupported && error?.message.contains("'largeBlob'") == true)
  }

  /// The members outside the attestation object are unsigned copies and are ignored.
  @Test func ignoresUnsignedCopies() async throws {
    let made = try await authenticator.create(try PasskeyCreationRequest(json: creation))
    var json = try #require(try made.json.objectValue)
    var response = try #require(json["response"]?.objectValue)
    for name in ["publicKey", "authenticatorData"] { response[name] = "AAAA" }
    response["publicKeyAlgorithm"] = -8
    json["response"] = .object(response)
    let read = try PasskeyRegistration(json: .object(json))
    let party = RelyingParty(id: "example.org", origins: ["https://example.org"])
    #expect(try party.verify(read, challenge: [1, 2, 3]) == party.verify(made, challenge: [1, 2, 3]))
  }

  @Test func namesMalformedMembers() async throws {
    func names(_ member: String, _ read: () throws -> Void) {
      let error = #expect(throws: AuthError.self, "\(member)") { try read() }
      #expect(error?.code == .malformedResponse && error?.message.contains(member) == true, "\(member)")
    }
    let good = try #require(creation.objectValue)
    for (name, value, member) in [
      ("rp", [:], "rp.id"), ("rp", ["id": "example.org"], "rp.name"), ("user", ["name": "a"], "user.id"),
      ("user", ["id": "a+/=", "name": "a", "displayName": "a"], "user.id"),
      ("user", ["id": "_w", "displayName": "a"], "user.name"), ("user", ["id": "_w", "name": "a"], "user.displayName"),
      ("challenge", 1, "challenge"), ("pubKeyCredParams", "x", "pubKeyCredParams"),
      ("excludeCredentials", 1, "excludeCredentials"),
      ("excludeCredentials", [["type": "public-key"]], "excludeCredentials.id"),
      ("extensions", ["prf": ["eval": [:]]], "extensions.prf.first"),
    ] as [(String, JSONValue, String)] {
      var bad = good
      bad[name] = value
      names(member) { _ = try PasskeyCreationRequest(json: .object(bad)) }
    }
    names("rpId") { _ = try PasskeyAssertionRequest(json: ["challenge": "AQ"]) }
    _ = try await authenticator.create(try PasskeyCreationRequest(json: creation))
    let proof = try await authenticator.get(
      try PasskeyAssertionRequest(json: ["challenge": "AQID", "rpId": "example.org"]))
    let json = try #require(proof.json.objectValue)
    for (name, value, member) in [
      ("type", "password", "type"), ("rawId", "", "rawId"), ("rawId", "a=", "rawId"), ("id", "AAAA", "id"),
      ("response", 1, "response"), ("response", [:], "response.clientDataJSON"),
      ("response", ["clientDataJSON": "AA", "authenticatorData": "AA"], "response.signature"),
      (
        "response", ["clientDataJSON": "AA", "authenticatorData": "AA", "signature": "AA", "userHandle": "user-1234"],
        "response.userHandle"
      ),
    ] as [(String, JSONValue, String)] {
      var bad = json
      bad[name] = value
      names(member) { _ = try PasskeyAssertion(json: .object(bad)) }
    }
  }

  /// A page that passes an assertion where a registration is expected, or the reverse (§7.1 and §7.2, step 3).
  @Test func refusesTheResponseOfTheOtherCeremony() async throws {
    let made = try await authenticator.create(try PasskeyCreationRequest(json: creation)).json
    let used = try await authenticator.get(
      try PasskeyAssertionRequest(json: ["challenge": "AQID", "rpId": "example.org"])
    ).json
    for (member, read) in [
      ("response.attestationObject", { _ = try PasskeyRegistration(json: used) }),
      ("response.signature", { _ = try PasskeyAssertion(json: made) }),
    ] as [(String, () throws -> Void)] {
      let error = #expect(throws: AuthError.self) { try read() }
      #expect(error?.code == .malformedResponse && error?.message.contains("'\(member)'") == true)
    }
  }
}
