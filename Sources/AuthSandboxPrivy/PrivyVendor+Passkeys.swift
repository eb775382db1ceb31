import AuthCore
import AuthPasskey
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Passkeys, verified by a WebAuthn relying party. The members have WebAuthn's names, in the vendor's snake_case (P6,
/// P7).
extension PrivyVendor {
  private static let ceremonySeconds: Int64 = 300

  /// `POST passkeys/{authenticate,register,link}/init`: the ceremony's options.
  mutating func beginCeremony(
    _ ceremony: String, _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let user = ceremony == "link" ? try signedIn(request, world).user : nil
    if ceremony == "register", world.policy(name)["passkeySignUp"]?.boolValue == false { throw .passkeySignUpOff }
    let party = try relyingParty(try request.privyBody, world)
    let challenge = Base64URL.encode(world.random.bytes(32))
    challenges.add(
      challenge, PrivyCeremony(name: ceremony, user: user?.id), until: world.unixTime + Self.ceremonySeconds)
    var options: JSONObject = ["challenge": .string(challenge), "timeout": 60_000]
    if ceremony == "authenticate" {
      options["rp_id"] = .string(party.id)
      options["allow_credentials"] = []
      options["user_verification"] = .string(userVerification(world))
    } else {
      let name = user?.email ?? "passkey"
      options["rp"] = ["id": .string(party.id), "name": "Latchkey sandbox"]
      options["user"] = [
        "id": .string(Base64URL.encode(user.map { Array($0.id.utf8) } ?? world.random.bytes(16))),
        "name": .string(name), "display_name": .string(name),
      ]
      options["pub_key_cred_params"] = .array(
        Self.algorithms.map { ["alg": .integer(Int64($0)), "type": "public-key"] })
      options["authenticator_selection"] = [
        "require_resident_key": true, "resident_key": "required",
        "user_verification": .string(userVerification(world)),
      ]
      options["attestation"] = "direct"
      options["extensions"] = ["cred_props": ["rk": true]]
      options["exclude_credentials"] = .array(
        (user?.accounts ?? []).compactMap {
          if case .passkey(let id) = $0.kind { ["type": "public-key", "id": .string(id)] } else { nil }
        })
    }
    var answer: JSONObject = ["options": .object(options)]
    if ceremony == "authenticate" { answer["relying_party"] = try request.privyBody["relying_party"] }
    return .json(.object(answer))
  }

  /// `POST mfa/passkeys/init`: the request options for the passkeys that are the user's second factors.
  mutating func beginFactorCeremony(
    _ body: JSONObject, _ user: PrivyUser, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let party = try relyingParty(body, world)
    let challenge = Base64URL.encode(world.random.bytes(32))
    challenges.add(challenge, PrivyCeremony(name: "mfa", user: user.id), until: world.unixTime + Self.ceremonySeconds)
    let credentials = (user.factors.passkeys?.ids ?? []).map { ["type": "public-key", "id": .string($0)] as JSONValue }
    return .json([
      "options": [
        "challenge": .string(challenge), "timeout": 60_000, "rp_id": .string(party.id),
        "allow_credentials": .array(credentials), "user_verification": .string(userVerification(world)),
      ]
    ])
  }

  /// Verifies and stores the new passkey in a request, and returns the passkey's account. Refuses a passkey that is
  /// already registered.
  mutating func registerPasskey(
    _ body: JSONObject, _ ceremony: String, _ world: SandboxWorld
  ) throws(PrivyFailure) -> PrivyUser.Account {
    let response = try Self.response(body)
    guard let attestation = response.bytes("attestation_object") else { throw .refusedSignature("no attestation") }
    let registration = PasskeyRegistration(
      credentialID: response.id, clientDataJSON: response.clientData, attestationObject: attestation, transports: [])
    let challenge = try take(response, ceremony, world)
    let party = try relyingParty(body, world)
    let passkey: RegisteredPasskey
    do throws(AuthError) {
      passkey = try party.verify(registration, challenge: challenge)
    } catch {
      throw .refusedSignature("registration")
    }
    let id = Base64URL.encode(passkey.credentialID)
    guard passkeys[id] == nil else { throw .linkedToAnotherUser }
    passkeys[id] = passkey
    return PrivyUser.Account(.passkey(id), at: world.unixTime, details: ["authenticator_name": "Latchkey"])
  }

  /// Verifies a request's assertion, and returns the account of its passkey.
  ///
  /// - Parameters:
  ///   - body: the request's body.
  ///   - world: the time, the policy and the accepted origins.
  ///   - factorOf: the user whose second factor is proved; nil for a sign-in.
  mutating func checkPasskey(
    _ body: JSONObject, _ world: SandboxWorld, provedBy factorOf: PrivyUser? = nil
  ) throws(PrivyFailure) -> PrivyUser.Account.Kind {
    let response = try Self.response(body)
    guard let data = response.bytes("authenticator_data"), let signature = response.bytes("signature") else {
      throw .refusedSignature("no assertion")
    }
    let id = Base64URL.encode(response.id)
    let challenge = try take(response, factorOf == nil ? "authenticate" : "mfa", of: factorOf, world)
    if factorOf == nil, Base64URL.decode(try body.privyText("challenge")) != challenge {
      throw .refusedSignature("challenge is not the signed one")
    }
    guard let passkey = passkeys[id] else { throw .refusedSignature("unknown passkey") }
    if let factorOf, factorOf.factors.passkeys?.ids.contains(id) != true {
      throw .refusedSignature("the passkey is not a second factor of this user")
    }
    if factorOf == nil, directory.owner(of: .passkey(id))?.passkeysForFactorAlone.contains(id) == true {
      throw .refusedSignature("the passkey is only a second factor")
    }
    let assertion = PasskeyAssertion(
      credentialID: response.id, clientDataJSON: response.clientData, authenticatorData: data, signature: signature,
      userHandle: response.bytes("user_handle"))
    let party = try relyingParty(body, world)
    do throws(AuthError) {
      passkeys[id] = try party.verify(
        assertion, challenge: challenge, credential: passkey, owner: .checkedByCaller
      ).credential
    } catch {
      throw .refusedSignature("assertion")
    }
    return .passkey(id)
  }

  private struct Response {
    let id: [UInt8]
    let clientData: [UInt8]
    let members: JSONValue

    func bytes(_ name: String) -> [UInt8]? { members[name]?.stringValue.flatMap { Base64URL.decode($0) } }
  }

  private static func response(_ body: JSONObject) throws(PrivyFailure) -> Response {
    guard let credential = body["authenticator_response"], let members = credential["response"],
      let id = credential["raw_id"]?.stringValue.flatMap({ Base64URL.decode($0) }),
      let clientData = members["client_data_json"]?.stringValue.flatMap({ Base64URL.decode($0) })
    else {
      throw .invalidData(
        "authenticator_response must have raw_id, and response with client_data_json, both in base64url.")
    }
    return Response(id: id, clientData: clientData, members: members)
  }

  /// Takes the challenge of a response. The challenge must be one that the server issued for this kind of ceremony and,
  /// if `user` is not nil, for this user; it must be unused and not expired.
  private mutating func take(
    _ response: Response, _ ceremony: String, of user: PrivyUser? = nil, _ world: SandboxWorld
  ) throws(PrivyFailure) -> [UInt8] {
    let text = (try? JSONValue(parsing: response.clientData))?["challenge"]?.stringValue ?? ""
    guard let begun = challenges.take(text, at: world.unixTime), begun.name == ceremony,
      user == nil || begun.user == user?.id, let challenge = Base64URL.decode(text)
    else { throw .refusedSignature("the challenge is unknown, used, expired or of another ceremony") }
    return challenge
  }

  private func relyingParty(_ body: JSONObject, _ world: SandboxWorld) throws(PrivyFailure) -> RelyingParty {
    let id = "localhost"
    // `relying_party` is a URL, whose host is the RP ID (P24).
    if let given = body["relying_party"] {
      guard let url = given.stringValue.flatMap({ URL(string: $0) }), let scheme = url.scheme,
        ["https", "http"].contains(scheme), let host = url.host(), !host.isEmpty
      else { throw .invalidData("Invalid relying party URL") }
      guard host == id else {
        throw .invalidData("relying_party must have the host localhost: it is the app's only relying party.")
      }
    }
    var party = RelyingParty(
      id: id, origins: Set(world.relyingPartyOrigins), algorithms: Self.algorithms,
      requiresUserVerification: userVerification(world) == "required")
    // A sign-up requests `direct`, but the vendor is not known to refuse an authenticator because of its attestation.
    party.takesAnyCertificate = true
    return party
  }

  /// The policy `userVerification`: `required`, `preferred` or `discouraged`.
  private func userVerification(_ world: SandboxWorld) -> String {
    world.policy(name)["userVerification"]?.stringValue ?? "required"
  }

  private static let algorithms = [-8, -7, -257]
}
