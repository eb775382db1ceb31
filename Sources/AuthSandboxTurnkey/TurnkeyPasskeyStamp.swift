import AuthCore
import AuthCrypto
import AuthPasskey

/// A stamp with a passkey: an assertion whose challenge is a hash of the body (T76).
struct TurnkeyPasskeyStamp: Sendable {
  private let assertion: PasskeyAssertion

  /// Reads an `X-Stamp-WebAuthn` field: a JSON object with four members in base64url.
  init(header: String) throws(TurnkeyFailure) {
    let malformed = TurnkeyFailure.unauthenticated("could not extract webauthn stamp", "SIGNATURE_INVALID")
    let stamp: JSONValue
    do throws(JSONError) { stamp = try JSONValue(parsing: header) } catch { throw malformed }
    func member(_ name: String) -> [UInt8]? { stamp[name]?.stringValue.flatMap { Base64URL.decode($0) } }
    guard let id = member("credentialId"), let clientData = member("clientDataJson"),
      let data = member("authenticatorData"), let signature = member("signature")
    else { throw malformed }
    assertion = PasskeyAssertion(
      credentialID: id, clientDataJSON: clientData, authenticatorData: data, signature: signature, userHandle: nil)
  }

  var credentialID: String { Base64URL.encode(assertion.credentialID) }
  var handle: String { TurnkeyAuthenticator.handle(credentialID) }

  /// Whether the stamp is a valid assertion of `passkey` at `party`, with the hash of `body` as its challenge.
  ///
  /// GUESS T68: the signature counter is not compared, since a request that is sent again has the same stamp.
  func isValid(for body: [UInt8], by passkey: RegisteredPasskey, at party: RelyingParty) -> Bool {
    // The challenge is not the hash itself, but its hexadecimal text.
    let challenge = Array(Hex.encode(SHA256.hash(data: body)).utf8)
    var uncounted = passkey
    uncounted.signCount = 0
    do throws(AuthError) {
      _ = try party.verify(assertion, challenge: challenge, credential: uncounted, owner: .checkedByCaller)
      return true
    } catch {
      return false
    }
  }
}
