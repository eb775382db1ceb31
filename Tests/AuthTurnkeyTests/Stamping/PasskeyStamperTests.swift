import AuthCore
import AuthCrypto
import AuthPasskey
import AuthStorage
import AuthTurnkey
import Testing

@Suite struct PasskeyStamperTests {
  private let vectors: TurnkeyVectors
  init() throws { vectors = try TurnkeyVectors() }

  @Test func theChallengeIsTheTextOfTheBodysHash() throws {
    let documented = try vectors["webauthn-challenge-docs"]
    let body = try documented.text("body_as_published_today")
    #expect(
      String(decoding: PasskeyStamper.challenge(for: Array(body.utf8)), as: UTF8.self)
        == (try documented.text("correct_challenge_for_that_body")))
    let repaired = try documented.text("body_that_gives_published_challenge")
    #expect(
      String(decoding: PasskeyStamper.challenge(for: Array(repaired.utf8)), as: UTF8.self)
        == (try documented.text("challenge_as_published")))
    let made = try vectors["webauthn-stamp-selfmade"]
    #expect(
      PasskeyStamper.challenge(for: Array(try made.text("body").utf8))
        == Array(try made.text("challenge_hex_string").utf8))
  }

  @Test func theHeaderIsPlainJSONInTheVendorsSpelling() throws {
    let vector = try vectors["webauthn-stamp-selfmade"]
    let stamp = PasskeyStamper.stamp(
      PasskeyAssertion(
        credentialID: try #require(
          Base64URL.decode(try JSONValue(parsing: Array(vector.text("header_value").utf8)).text("credentialId"))),
        clientDataJSON: Array(try vector.text("client_data_json").utf8),
        authenticatorData: try vector.bytes("authenticator_data_hex"),
        signature: try vector.bytes("signature_der_hex"), userHandle: nil))
    #expect(stamp.name == (try vector.text("header")))
    #expect(stamp.value == (try vector.text("header_value")))
  }

  @Test func aSoftwarePasskeyStampsTheExactBody() async throws {
    let authenticator = SoftwarePasskeyAuthenticator(
      keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    let made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: "example.com", relyingPartyName: "Example", userHandle: [1], userName: "jane",
        displayName: "Jane", challenge: [UInt8](repeating: 7, count: 32)))
    let body = Array(#"{"organizationId":"1"}"#.utf8)
    let stamper = PasskeyStamper(authenticator, relyingPartyID: "example.com", allowedCredentials: [made.credentialID])
    let stamp = try await stamper.stamp(body)
    let json = try JSONValue(parsing: Array(stamp.value.utf8))
    let names = try #require(json.objectValue).names
    #expect(names == ["authenticatorData", "clientDataJson", "credentialId", "signature"])
    #expect(try json.text("credentialId") == Base64URL.encode(made.credentialID))
    let clientData = try JSONValue(parsing: try #require(Base64URL.decode(try json.text("clientDataJson"))))
    #expect(try clientData.text("type") == "webauthn.get")
    #expect(try clientData.text("challenge").utf8.count == 86)
    #expect(Base64URL.decode(try clientData.text("challenge")) == PasskeyStamper.challenge(for: body))
    let unrelated = PasskeyStamper(authenticator, relyingPartyID: "example.org")
    await #expect(throws: AuthError(.noCredential, "")) { try await unrelated.stamp(body) }
  }
}
