import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The response of `passkeys/…/init` and `mfa/passkeys/init`: the options of a ceremony (WebAuthn Level 3 §5.4 and
/// WebAuthn Level 3 §5.5), in the vendor's snake_case spelling (P6).
struct PasskeyChallenge: Sendable {
  let relyingPartyID: String
  let relyingPartyName: String
  let challenge: [UInt8]
  let userHandle: [UInt8]
  let userName: String
  let displayName: String
  let algorithms: [Int]
  /// For a sign-in, the IDs of the credentials that may be used. For a new passkey, the IDs of the credentials that the
  /// authenticator must not already contain.
  let credentials: [[UInt8]]
  let userVerification: String
  /// The relying party that was sent in the request for the options; nil if none was sent. The result of the ceremony
  /// is sent with the same value.
  let relyingParty: String?

  /// Reads the options.
  ///
  /// - Throws: `malformed_response` if the challenge is missing, is not base64url or has fewer than 16 bytes (WebAuthn
  ///   Level 3 §13.4.3), or if neither the response nor `relyingParty` names a relying party.
  init(_ answer: JSONValue, relyingParty: String?) throws(AuthError) {
    let options = answer["options"] ?? answer
    guard let challenge = options["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }), challenge.count >= 16
    else {
      throw AuthError(
        .malformedResponse,
        "The field 'options.challenge' must be base64url of 16 bytes or more. Try again, or check the server's address."
      )
    }
    let party = options["rp"]
    // The requested relying party is a URL; its host is the ID (P24).
    let asked = relyingParty.flatMap { URL(string: $0)?.host() }
    guard let id = options["rp_id"]?.stringValue ?? party?["id"]?.stringValue ?? asked, !id.isEmpty else {
      throw AuthError(
        .malformedResponse,
        "The response has no valid field 'options.rp_id'. Try again, or check the server's address.")
    }
    self.challenge = challenge
    self.relyingParty = relyingParty
    relyingPartyID = id
    relyingPartyName = party?["name"]?.stringValue ?? id
    let user = options["user"]
    userHandle = user?["id"]?.stringValue.flatMap { Base64URL.decode($0) } ?? []
    userName = user?["name"]?.stringValue ?? ""
    displayName = user?["display_name"]?.stringValue ?? userName
    let parameters = options["pub_key_cred_params"]?.arrayValue ?? []
    let numbers = parameters.compactMap { $0["alg"]?.integerValue.map { Int($0) } }
    algorithms = numbers.isEmpty ? [-7] : numbers
    let listed = options["allow_credentials"] ?? options["exclude_credentials"]
    credentials = (listed?.arrayValue ?? []).compactMap { $0["id"]?.stringValue.flatMap { Base64URL.decode($0) } }
    // For a sign-in, `user_verification` is a member of the options; for a new credential, it is a member of
    // `authenticator_selection`.
    let criteria = options["authenticator_selection"]
    userVerification = (options["user_verification"] ?? criteria?["user_verification"])?.stringValue ?? "preferred"
  }

  /// The request to an authenticator for an assertion.
  func assertionRequest(_ options: PasskeyOptions) -> PasskeyAssertionRequest {
    PasskeyAssertionRequest(
      relyingPartyID: relyingPartyID, challenge: challenge, allowedCredentials: credentials,
      userVerification: userVerification, options: options)
  }

  /// The body of the route that receives an assertion (P21).
  func body(_ assertion: PasskeyAssertion) -> JSONObject {
    var body: JSONObject = [
      "authenticator_response": assertion.privyResponse, "challenge": .string(Base64URL.encode(challenge)),
    ]
    body["relying_party"] = relyingParty.map { .string($0) }
    return body
  }

  /// The body of the routes that receive a new passkey. Unlike the body for an assertion, it does not contain the
  /// challenge (P22).
  func body(_ registration: PasskeyRegistration) -> JSONObject {
    var body: JSONObject = ["authenticator_response": registration.privyResponse]
    body["relying_party"] = relyingParty.map { .string($0) }
    return body
  }
}

extension PasskeyAssertion {
  /// The assertion in the vendor's form (P7).
  var privyResponse: JSONValue {
    var response: JSONObject = [
      "client_data_json": .string(Base64URL.encode(clientDataJSON)),
      "authenticator_data": .string(Base64URL.encode(authenticatorData)),
      "signature": .string(Base64URL.encode(signature)),
    ]
    response["user_handle"] = userHandle.map { .string(Base64URL.encode($0)) }
    return .privyCredential(credentialID, .object(response))
  }
}

extension PasskeyRegistration {
  /// The registration in the vendor's form (P7).
  var privyResponse: JSONValue {
    .privyCredential(
      credentialID,
      [
        "client_data_json": .string(Base64URL.encode(clientDataJSON)),
        "attestation_object": .string(Base64URL.encode(attestationObject)),
        "transports": .array(transports.map { .string($0) }),
      ])
  }
}

extension JSONValue {
  fileprivate static func privyCredential(_ id: [UInt8], _ response: JSONValue) -> JSONValue {
    let text = JSONValue.string(Base64URL.encode(id))
    return [
      "id": text, "raw_id": text, "type": "public-key", "client_extension_results": [:], "response": response,
    ]
  }
}
