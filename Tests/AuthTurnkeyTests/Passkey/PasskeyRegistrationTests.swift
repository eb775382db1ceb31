import AuthCore
import AuthPasskey
import Testing

@testable import AuthTurnkey

@Suite struct PasskeyRegistrationTests {
  @Test func aRegistrationTakesTheFormThatSignUpsSend() throws {
    let vector = try TurnkeyVectors()["webauthn-attestation-selfmade"]
    let attestation = try #require(vector["attestation"])
    func bytes(_ name: String) throws -> [UInt8] { try #require(Base64URL.decode(try attestation.text(name))) }
    let registration = PasskeyRegistration(
      credentialID: try bytes("credentialId"), clientDataJSON: try bytes("clientDataJson"),
      attestationObject: try bytes("attestationObject"), transports: ["hybrid", "smoke-signals"])
    let challenge = try #require(Base64URL.decode(try vector.text("challenge")))
    let authenticator = registration.turnkeyAuthenticator(name: "key", challenge: challenge)
    #expect(authenticator["attestation"] == attestation)
    #expect(try authenticator.text("challenge") == vector.text("challenge"))
    #expect(try authenticator.text("authenticatorName") == "key")
    // The challenge that is sent separately equals the challenge in the client data.
    #expect(try JSONValue(parsing: try bytes("clientDataJson")).text("challenge") == vector.text("challenge"))
  }

  @Test func everyTransportHasTheVendorsName() {
    let names = ["internal", "hybrid", "usb", "nfc", "ble"]
    let registration = PasskeyRegistration(
      credentialID: [1], clientDataJSON: [2], attestationObject: [3], transports: names)
    let transports = registration.turnkeyAuthenticator(name: "n", challenge: [4])["attestation"]?["transports"]
    #expect(transports?.arrayValue?.map(\.stringValue) == names.map { "AUTHENTICATOR_TRANSPORT_" + $0.uppercased() })
  }
}
