import AuthCore
import AuthCrypto
import AuthStorage
import Testing

@testable import AuthTurnkey

@Suite struct ClientSignatureTests {
  @Test func loginMessageMatchesThePublishedOneAndVerifies() async throws {
    let vector = try TurnkeyVectors()["client-signature-login-selfmade"]
    let published = try #require(vector["client_signature"])
    let store = MemoryKeyStore()
    let key = try await store.importKey(Secret(try vector.bytes("private_key_hex")), .p256, namespace: "test")
    let claims = try JSONValue(
      parsing: try #require(Base64URL.decode(try vector.text("verification_token").split(separator: ".")[1])))
    let message = ClientSignature.loginMessage(tokenID: try claims.text("id"), publicKey: key.publicKey)
    #expect(message == (try vector.text("message")))
    let signature = ClientSignature(
      message: message, publicKey: key.publicKey, signature: try await store.sign(Array(message.utf8), with: key))
    #expect(signature.json["publicKey"] == published["publicKey"])
    #expect(signature.json["scheme"] == published["scheme"])
    #expect(signature.json["message"] == published["message"])
    let verifier = try P256.Signing.PublicKey(compressedRepresentation: key.publicKey)
    for hex in [try published.text("signature"), try signature.json.text("signature")] {
      let raw = try #require(Hex.decode(hex))
      // r‖s and not DER: always 64 bytes.
      #expect(raw.count == 64)
      let parsed = try P256.Signing.ECDSASignature(rawRepresentation: raw)
      #expect(verifier.isValidSignature(parsed, for: Array(message.utf8)))
    }
  }

  @Test func signUpMessageNamesOnlyTheContact() throws {
    let email = try #require(Contact(email: "jane@example.com"))
    #expect(
      ClientSignature.signUpMessage(tokenID: "t-1", contact: email)
        == #"{"signupV2":{"apiKeys":[],"authenticators":[],"oauthProviders":[],"email":"jane@example.com"},"#
        + #""tokenId":"t-1","type":"USAGE_TYPE_SIGNUP"}"#)
    let phone = try #require(Contact(phone: "+1 999-999-9999"))
    let message = try JSONValue(parsing: ClientSignature.signUpMessage(tokenID: "t", contact: phone).utf8)
    #expect(message["signupV2"]?["phoneNumber"] == "+19999999999")
    #expect(message["signupV2"]?["email"] == nil)
  }
}
