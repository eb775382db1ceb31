import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing

/// Every relying party of the sandbox, its own and the vendors', accepts the origins of `POST /sandbox/associations`.
@Suite struct AssociatedOriginTests {
  enum Party: CaseIterable { case sandbox, turnkey, privy, authsignal }

  private static let site = "https://app.example"
  private static let fingerprint = [UInt8](repeating: 7, count: 32)
  private static let android = "android:apk-key-hash:" + Base64URL.encode(fingerprint)

  private static func associate(_ sandbox: Sandbox) {
    let associations: JSONValue = [
      "appleApps": ["ABCDE12345.com.example.app"],
      "androidApps": [["package": "com.example.app", "fingerprint": .string(Hex.encode(fingerprint))]],
      "relatedOrigins": [.string(site)],
    ]
    #expect(sandbox.post("/sandbox/associations", associations).status == 200)
  }

  @Test(arguments: Party.allCases) func acceptsCeremoniesOfNamedOrigins(by party: Party) async throws {
    let register = try Self.registrar(party)
    // The ceremonies of an app on Apple's systems have the site's own origin, which needs no association.
    #expect(try await register.attempt("https://localhost"))
    for origin in [Self.site, Self.android] { #expect(try await !register.attempt(origin), "\(origin)") }
    Self.associate(register.sandbox)
    for origin in [Self.site, Self.android] { #expect(try await register.attempt(origin), "\(origin)") }
    for other in [
      "https://other.example", "android:apk-key-hash:" + Base64URL.encode([UInt8](repeating: 8, count: 32)),
    ] {
      #expect(try await !register.attempt(other), "\(other)")
    }
    #expect(register.sandbox.post("/sandbox/reset").status == 200)
    #expect(try await !register.attempt(Self.site))
  }

  private struct Registrar {
    let sandbox: Sandbox
    /// Whether the registration of a new passkey from an origin is accepted.
    let attempt: (_ origin: String) async throws -> Bool
  }

  private static func registrar(_ party: Party) throws -> Registrar {
    switch party {
    case .sandbox:
      let sandbox = try Sandbox()
      return Registrar(sandbox: sandbox) { origin in
        let options = sandbox.post("/sandbox/passkey/register/begin", ["name": .string(origin)]).json
        let made = try await create(options["challenge"], from: origin)
        return sandbox.post("/sandbox/passkey/register/finish", try made.json).status == 200
      }
    case .turnkey:
      let caller = try TurnkeyCaller()
      return Registrar(sandbox: caller.sandbox) { origin in
        var passkey = TurnkeyPasskey()
        passkey.origin = origin
        let body: JSONValue = [
          "userName": .string(origin), "apiKeys": [], "authenticators": [passkey.registration()], "oauthProviders": [],
        ]
        return caller.proxy("signup_v2", body).status == 200
      }
    case .privy:
      let fixture = try PrivyFixture()
      return Registrar(sandbox: fixture.sandbox) { origin in
        let begun = try fixture.call("POST", "/api/v1/passkeys/register/init", [:])
        let made = try await create(begun.json["options"]?["challenge"], from: origin)
        let id = JSONValue.string(Base64URL.encode(made.credentialID))
        let body: JSONValue = [
          "authenticator_response": [
            "id": id, "raw_id": id, "type": "public-key", "client_extension_results": [:],
            "response": [
              "client_data_json": .string(Base64URL.encode(made.clientDataJSON)),
              "attestation_object": .string(Base64URL.encode(made.attestationObject)), "transports": [],
            ],
          ]
        ]
        return try fixture.call("POST", "/api/v1/passkeys/register", body).status == 200
      }
    case .authsignal:
      let desk = try AuthsignalDesk()
      return Registrar(sandbox: desk.sandbox) { origin in
        let token = try desk.track(origin.count.description + "@example.com")
        let path = "/user-authenticators/passkey"
        let begun = try desk.client("POST", path + "/registration-options", [:], token: token)
        let made = try await create(begun["options"]?["challenge"], from: origin)
        let id = JSONValue.string(Base64URL.encode(made.credentialID))
        let body: JSONValue = [
          "challengeId": begun["challengeId"] ?? nil,
          "registrationCredential": [
            "id": id, "rawId": id, "type": "public-key", "clientExtensionResults": [:],
            "response": [
              "attestationObject": .string(Base64URL.encode(made.attestationObject)),
              "clientDataJSON": .string(Base64URL.encode(made.clientDataJSON)),
            ],
          ],
        ]
        return try desk.client("POST", path, body, token: token)["isVerified"] == true
      }
    }
  }

  /// A passkey whose client data is from an origin; no statement signs it.
  private static func create(_ challenge: JSONValue?, from origin: String) async throws -> PasskeyRegistration {
    let authenticator = SoftwarePasskeyAuthenticator(
      keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
    var made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "Sandbox", userHandle: Array(origin.utf8), userName: origin,
        displayName: origin,
        challenge: try #require(challenge?.stringValue.flatMap { Base64URL.decode($0) })))
    var client = try ClientData(parsing: made.clientDataJSON)
    client.origin = origin
    made.clientDataJSON = client.serialized
    return made
  }
}
