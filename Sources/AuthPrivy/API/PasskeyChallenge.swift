import AuthCore

/// What `passkeys/…/init` answers: the options of a ceremony (Privy protocol notes §3).
///
/// GUESS: the notes name the routes and the members `relying_party`, `challenge` and `authenticator_response`; the
/// options' members are WebAuthn's (Level 3 §5.4, §5.5), read in the vendor's spelling, which is snake_case, and in the
/// standard's.
struct PasskeyChallenge: Sendable {
  let relyingPartyID: String
  let relyingPartyName: String
  let challenge: [UInt8]
  let userHandle: [UInt8]
  let userName: String
  let displayName: String
  let algorithms: [Int]
  /// The credentials that may be used, or that must not be there.
  let credentials: [[UInt8]]
  let userVerification: String
  /// What was asked for; sent with the response.
  let relyingParty: String?

  /// - Throws: `malformed_response` without a challenge or a relying party.
  init(_ answer: JSONValue, relyingParty: String?) throws(AuthError) {
    let options = answer["options"] ?? answer
    func member(_ snake: String, _ camel: String) -> JSONValue? { options[snake] ?? options[camel] }
    guard let challenge = options["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }), challenge.count >= 16
    else { throw AuthError(.malformedResponse, "The answer has no valid field 'options.challenge'.") }
    let party = options["rp"]
    guard let id = member("rp_id", "rpId")?.stringValue ?? party?["id"]?.stringValue ?? relyingParty, !id.isEmpty else {
      throw AuthError(.malformedResponse, "The answer has no valid field 'options.rp_id'.")
    }
    self.challenge = challenge
    self.relyingParty = relyingParty
    relyingPartyID = id
    relyingPartyName = party?["name"]?.stringValue ?? id
    let user = options["user"]
    userHandle = user?["id"]?.stringValue.flatMap { Base64URL.decode($0) } ?? []
    userName = user?["name"]?.stringValue ?? ""
    displayName = (user?["display_name"] ?? user?["displayName"])?.stringValue ?? userName
    let parameters = member("pub_key_cred_params", "pubKeyCredParams")?.arrayValue ?? []
    let numbers = parameters.compactMap { $0["alg"]?.integerValue.map { Int($0) } }
    algorithms = numbers.isEmpty ? [-7] : numbers
    let listed =
      member("allow_credentials", "allowCredentials") ?? member("exclude_credentials", "excludeCredentials")
    credentials = (listed?.arrayValue ?? []).compactMap { $0["id"]?.stringValue.flatMap { Base64URL.decode($0) } }
    // A sign-in's options have it themselves, those of a new credential among the authenticator's criteria.
    let criteria = member("authenticator_selection", "authenticatorSelection")
    let verification =
      member("user_verification", "userVerification") ?? criteria?["user_verification"] ?? criteria?["userVerification"]
    userVerification = verification?.stringValue ?? "preferred"
  }

  /// What an authenticator is asked for where it is to prove a passkey.
  func assertionRequest(_ options: PasskeyOptions) -> PasskeyAssertionRequest {
    PasskeyAssertionRequest(
      relyingPartyID: relyingPartyID, challenge: challenge, allowedCredentials: credentials,
      userVerification: userVerification, options: options)
  }

  /// The body of the route that takes the response.
  func body(_ response: JSONValue) -> JSONObject {
    var body: JSONObject = ["authenticator_response": response, "challenge": .string(Base64URL.encode(challenge))]
    body["relying_party"] = relyingParty.map { .string($0) }
    return body
  }
}

extension PasskeyAssertion {
  /// The vendor's form.
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
  /// The vendor's form.
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
