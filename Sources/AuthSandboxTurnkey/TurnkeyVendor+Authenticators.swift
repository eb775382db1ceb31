import AuthCore
import AuthPasskey
import AuthSandboxKit

extension TurnkeyVendor {
  /// Verifies a v1AuthenticatorParamsV2 and returns the authenticator. Refuses a passkey that a user already has.
  func authenticator(_ fields: TurnkeyFields, _ world: SandboxWorld) throws(TurnkeyFailure) -> TurnkeyAuthenticator {
    let attestation = try TurnkeyFields(fields.object["attestation"])
    let refused = TurnkeyFailure.invalid("invalid authenticator attestation")
    guard let challenge = Base64URL.decode(try fields.string("challenge")),
      let id = Base64URL.decode(try attestation.string("credentialId")),
      let clientData = Base64URL.decode(try attestation.string("clientDataJson")),
      let object = Base64URL.decode(try attestation.string("attestationObject"))
    else { throw refused }
    let transports = (attestation.object["transports"]?.arrayValue ?? []).compactMap(\.stringValue)
    let passkey: RegisteredPasskey
    do throws(AuthError) {
      passkey = try world.turnkeyRelyingParty.verify(
        PasskeyRegistration(
          credentialID: id, clientDataJSON: clientData, attestationObject: object, transports: transports),
        challenge: challenge)
    } catch {
      throw refused
    }
    guard directory.holders(of: TurnkeyAuthenticator.handle(Base64URL.encode(id))).isEmpty else {
      throw .invalid("credential is already registered", "CREDENTIAL_CONFLICT")
    }
    return TurnkeyAuthenticator(
      id: world.random.uuid(), name: try fields.string("authenticatorName"), passkey: passkey, transports: transports,
      createdAt: world.now)
  }

  mutating func createAuthenticators(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    var made: [TurnkeyAuthenticator] = []
    for one in try fields.objects("authenticators") { made.append(try authenticator(one, world)) }
    guard !made.isEmpty else { throw .invalid("authenticators must be set") }
    guard (directory.user(place)?.authenticators.count ?? 0) + made.count <= 10 else {
      throw .exhausted("user has exceeded maximum authenticators", nil)
    }
    directory.change(place) { $0.authenticators += made }
    return ["authenticatorIds": .array(made.map { .string($0.id) })]
  }

  mutating func deleteAuthenticators(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    let ids = Set((fields.object["authenticatorIds"]?.arrayValue ?? []).compactMap(\.stringValue))
    guard let known = directory.user(place)?.authenticators.map(\.id), !ids.isEmpty, ids.isSubset(of: known) else {
      throw .notFound("webauthn authenticator not found in organization", "CREDENTIAL_NOT_FOUND")
    }
    directory.change(place) { user in user.authenticators.removeAll { ids.contains($0.id) } }
    return ["authenticatorIds": .array(ids.sorted().map { .string($0) })]
  }
}

extension SandboxWorld {
  /// The relying party of the Turnkey-style servers: the descriptor's `rpId`, and the origins that the sandbox accepts.
  var turnkeyRelyingParty: RelyingParty {
    RelyingParty(id: "localhost", origins: Set(relyingPartyOrigins), algorithms: [-7, -257])
  }
}
