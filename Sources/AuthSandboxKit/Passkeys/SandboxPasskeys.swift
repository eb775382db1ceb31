import AuthCore
import AuthPasskey

/// The sandbox's own relying party, which belongs to no vendor. It serves the routes below `/sandbox/passkey` that the
/// passkey page calls with WebAuthn's JSON.
struct SandboxPasskeys: Sendable {
  private struct Ceremony: Sendable {
    let kind: ClientData.Ceremony
    /// The user handle of the account that the passkey is created for; nil for an authentication.
    let userHandle: [UInt8]?
    let expiry: Int64
  }

  private struct Owned: Sendable {
    var passkey: RegisteredPasskey
    let userHandle: [UInt8]
  }

  private static let ceremonySeconds: Int64 = 300
  private static let algorithms = [-7, -8]
  private static let nameLimit = 256

  private var ceremonies: [String: Ceremony] = [:]
  private var owned: [[UInt8]: Owned] = [:]
  private var names: [[UInt8]: String] = [:]

  /// A registered passkey, as the page lists it.
  struct Listed: Sendable {
    let name: String
    let credentialID: [UInt8]
    let signCount: UInt32
    let isBackedUp: Bool
  }

  /// All registered passkeys, sorted by the account's name.
  var list: [Listed] {
    owned.values.map {
      Listed(
        name: names[$0.userHandle] ?? "", credentialID: $0.passkey.credentialID, signCount: $0.passkey.signCount,
        isBackedUp: $0.passkey.isBackedUp)
    }.sorted { ($0.name, Hex.encode($0.credentialID)) < ($1.name, Hex.encode($1.credentialID)) }
  }

  /// Handles the requests of the passkey page.
  mutating func handle(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxResponse {
    if request.method == "GET", "/sandbox" + request.route == PasskeyScript.path { return PasskeyScript.response }
    guard request.method == "POST" else { return .notFound(request) }
    guard let body = request.jsonObject else {
      return .refusal(400, "malformed_request", "The body is not a JSON object. Send one.")
    }
    do throws(AuthError) {
      switch request.route {
      case "/passkey/register/begin": return try beginRegistration(body, world)
      case "/passkey/register/finish": return try register(body, world)
      case "/passkey/authenticate/begin": return beginAuthentication(world)
      case "/passkey/authenticate/finish": return try authenticate(body, world)
      default: return .notFound(request)
      }
    } catch {
      return .refusal(400, error.passkeyRefusal?.rawValue ?? "\(error.code)", error.message)
    }
  }

  private mutating func begin(
    _ kind: ClientData.Ceremony, userHandle: [UInt8]? = nil, _ world: SandboxWorld
  ) -> JSONValue {
    ceremonies = ceremonies.filter { $0.value.expiry > world.unixTime }
    let challenge = Base64URL.encode(world.random.bytes(32))
    ceremonies[challenge] = Ceremony(
      kind: kind, userHandle: userHandle, expiry: world.unixTime + Self.ceremonySeconds)
    return .string(challenge)
  }

  /// Returns the creation options. An account that exists keeps its user handle, and its passkeys are excluded, so that
  /// a device that already has one reports an error instead of creating another.
  private mutating func beginRegistration(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(AuthError) -> SandboxResponse {
    // The page's script shows the name as it is. Additional lines could look like the script's messages.
    guard let name = body["name"]?.stringValue, !name.isEmpty, name.unicodeScalars.count <= Self.nameLimit,
      !name.hasControlCharacter, !name.contains(where: \.isNewline)
    else {
      throw AuthError(
        .invalidRequest,
        "name must be the account's name: 1 to \(Self.nameLimit) characters, without control characters. Send another "
          + "name.")
    }
    let handle = names.first { $0.value == name }?.key ?? world.random.bytes(16)
    names[handle] = name
    return .json([
      "rp": ["id": .string(party(world).id), "name": "Latchkey sandbox"],
      "user": ["id": .string(Base64URL.encode(handle)), "name": .string(name), "displayName": .string(name)],
      "challenge": begin(.create, userHandle: handle, world),
      "pubKeyCredParams": .array(
        Self.algorithms.map { ["type": "public-key", "alg": .integer(Int64($0))] }),
      "excludeCredentials": .array(
        owned.values.filter { $0.userHandle == handle }.map {
          ["type": "public-key", "id": .string(Base64URL.encode($0.passkey.credentialID))]
        }),
      "authenticatorSelection": ["residentKey": "required", "userVerification": "preferred"],
      "timeout": .integer(Self.ceremonySeconds * 1000), "attestation": "none", "extensions": ["credProps": true],
    ])
  }

  private mutating func beginAuthentication(_ world: SandboxWorld) -> SandboxResponse {
    .json([
      "rpId": .string(party(world).id), "challenge": begin(.get, world), "allowCredentials": [],
      "userVerification": "preferred", "timeout": .integer(Self.ceremonySeconds * 1000),
    ])
  }

  private mutating func register(_ body: JSONObject, _ world: SandboxWorld) throws(AuthError) -> SandboxResponse {
    let registration = try PasskeyRegistration(json: .object(body))
    let (challenge, ceremony) = try take(registration.clientDataJSON, .create, world)
    guard let handle = ceremony.userHandle else { throw Self.unknownChallenge }
    let passkey = try party(world).verify(registration, challenge: challenge) { owned[$0] != nil }
    owned[passkey.credentialID] = Owned(passkey: passkey, userHandle: handle)
    return .json(summary(passkey, handle))
  }

  private mutating func authenticate(_ body: JSONObject, _ world: SandboxWorld) throws(AuthError) -> SandboxResponse {
    let assertion = try PasskeyAssertion(json: .object(body))
    let (challenge, _) = try take(assertion.clientDataJSON, .get, world)
    guard let known = owned[assertion.credentialID] else {
      throw AuthError(
        .noCredential,
        "No passkey with this credential ID is registered: it was created elsewhere, or the sandbox was reset or "
          + "restarted since. Create a passkey on this page.")
    }
    let passkey = try party(world).verify(
      assertion, challenge: challenge, credential: known.passkey, owner: .discovered(userHandle: known.userHandle)
    ).credential
    owned[assertion.credentialID]?.passkey = passkey
    return .json(summary(passkey, known.userHandle))
  }

  private func summary(_ passkey: RegisteredPasskey, _ userHandle: [UInt8]) -> JSONValue {
    [
      "name": .string(names[userHandle] ?? ""), "credentialId": .string(Base64URL.encode(passkey.credentialID)),
      "signCount": .integer(Int64(passkey.signCount)), "isBackedUp": .bool(passkey.isBackedUp),
    ]
  }

  /// Takes the ceremony to which a response's challenge belongs. The challenge must be one that the server issued for
  /// this kind of ceremony, unused and not expired.
  private mutating func take(
    _ clientData: [UInt8], _ kind: ClientData.Ceremony, _ world: SandboxWorld
  ) throws(AuthError) -> (challenge: [UInt8], ceremony: Ceremony) {
    let challenge = try ClientData(parsing: clientData).challenge
    guard let ceremony = ceremonies.removeValue(forKey: Base64URL.encode(challenge)), ceremony.kind == kind,
      ceremony.expiry > world.unixTime
    else { throw Self.unknownChallenge }
    return (challenge, ceremony)
  }

  private static let unknownChallenge = AuthError(
    .flowExpired, "The challenge is unknown, already used, expired, or of another ceremony. Begin again.")

  private func party(_ world: SandboxWorld) -> RelyingParty {
    RelyingParty(id: "localhost", origins: Set(world.relyingPartyOrigins), algorithms: Self.algorithms)
  }
}
