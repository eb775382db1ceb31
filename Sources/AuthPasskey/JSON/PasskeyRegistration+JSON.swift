public import AuthCore
import AuthCrypto

extension PasskeyRegistration {
  /// The registration in the format that browsers send (WebAuthn Level 3 §5.1, `RegistrationResponseJSON`).
  ///
  /// - Throws: `malformed_response` if the attestation object is malformed or contains no credential; `unsupported` if
  ///   the algorithm of the credential's key is unknown.
  public var json: JSONValue {
    get throws(AuthError) {
      let data = try AttestationObject(encoded: attestationObject).authenticatorData
      guard let credential = try AuthenticatorData(encoded: data).attestedCredential else {
        throw CredentialMembers.malformed("response.attestationObject")
      }
      let key = try COSEKey(encoded: credential.publicKey)
      let response: JSONObject = [
        "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
        "attestationObject": .string(Base64URL.encode(attestationObject)),
        "authenticatorData": .string(Base64URL.encode(data)),
        "transports": .array(transports.map { .string($0) }),
        "publicKeyAlgorithm": .integer(Int64(key.algorithm)),
        "publicKey": .string(Base64URL.encode(key.publicKeyInfo)),
      ]
      return CredentialMembers.json(credentialID, response, extensionResults.json)
    }
  }

  /// Reads a registration that a browser or an app sent. Members that repeat values of the attestation object are
  /// ignored, and so are the results of extensions other than `credProps`.
  ///
  /// - Parameter json: the `RegistrationResponseJSON`.
  /// - Throws: `malformed_response` naming the member.
  public init(json: JSONValue) throws(AuthError) {
    let members = try CredentialMembers(json)
    let transports = members.response["transports"]?.arrayValue ?? []
    self.init(
      credentialID: members.credentialID, clientDataJSON: try members.bytes("clientDataJSON"),
      attestationObject: try members.bytes("attestationObject"), transports: transports.compactMap(\.stringValue),
      extensionResults: PasskeyExtensionResults(
        isDiscoverable: json["clientExtensionResults"]?["credProps"]?["rk"]?.boolValue))
  }
}
