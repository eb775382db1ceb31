import AuthCore
import AuthCrypto
import AuthPasskey
import AuthSandbox
import AuthStorage
import Testing

/// Passkeys with the quirks of the vendor's own SDKs, one after the other (A27 to A34, A109).
@Suite struct AuthsignalQuirkTests {
  /// The form of user handles: the bytes that `user.id` encodes or, from iOS, the text of `user.id` itself.
  private enum Handles: CaseIterable { case bytes, text }

  private let authenticator = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)

  private func registered(_ desk: AuthsignalDesk, _ handles: Handles) async throws {
    let answer = try await register(desk, handles)
    #expect(answer.status == 200 && answer["isVerified"] == true && answer["accessToken"] != nil)
  }

  /// Registers a passkey as the iOS SDK does: client data in standard base64 with padding, a false attachment, neither
  /// `clientExtensionResults` nor `transports`.
  ///
  /// - Parameters:
  ///   - desk: The sandbox.
  ///   - handles: The form of the user handle.
  ///   - isConditional: A browser's value for a conditionally created passkey; nil leaves it out.
  ///   - isAbsent: Whether the flags of the authenticator data say that the user was neither present nor verified.
  private func register(
    _ desk: AuthsignalDesk, _ handles: Handles, isConditional: Bool? = nil, isAbsent: Bool = false
  ) async throws -> AuthsignalDesk.Answer {
    let token = try desk.track()
    let begun = try desk.client("POST", "/user-authenticators/passkey/registration-options", [:], token: token)
    let options = try #require(begun["options"])
    let text = try #require(options["user"]?["id"]?.stringValue)
    let made = try await authenticator.create(
      PasskeyCreationRequest(
        relyingPartyID: "localhost", relyingPartyName: "Sandbox",
        userHandle: handles == .text ? Array(text.utf8) : try #require(Base64URL.decode(text)), userName: "jane",
        displayName: "Jane",
        challenge: try #require(options["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    var object = made.attestationObject
    // The flags follow SHA-256 of the relying party's id; no statement signs them.
    let hash = Array(SHA256.hash(data: Array("localhost".utf8)))
    if isAbsent { object[try #require(object.firstRange(of: hash)).upperBound] &= ~0x05 }
    let id = JSONValue.string(Base64URL.encode(made.credentialID))
    var body: JSONObject = [
      "challengeId": try #require(begun["challengeId"]), "deviceId": "D",
      "registrationCredential": [
        "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "cross-platform",
        "response": [
          "attestationObject": .string(Base64URL.encode(object)),
          "clientDataJSON": .string(Base64.encode(made.clientDataJSON)),
        ],
      ],
    ]
    body["conditionalCreate"] = isConditional.map { .bool($0) }
    return try desk.client("POST", "/user-authenticators/passkey", .object(body), token: token)
  }

  @Test("A109: only a passkey that is marked as conditionally created needs no user presence")
  func acceptsAConditionallyCreatedPasskey() async throws {
    for (isConditional, isAbsent, status) in [
      (true, true, 200), (true, false, 200), (false, false, 200), (false, true, 400), (nil, true, 400),
    ] as [(Bool?, Bool, Int)] {
      let answer = try await register(
        try AuthsignalDesk(), .bytes, isConditional: isConditional, isAbsent: isAbsent)
      #expect(answer.status == status, "\(String(describing: isConditional)) \(isAbsent)")
    }
  }

  @Test("A27: the options contain the requested kind of authenticator; null requests none")
  func returnsTheRequestedKindOfAuthenticator() throws {
    let desk = try AuthsignalDesk()
    func asked(_ body: JSONValue) throws -> JSONValue? {
      let begun = try desk.client(
        "POST", "/user-authenticators/passkey/registration-options", body, token: try desk.track())
      return begun["options"]?["authenticatorSelection"]?["authenticatorAttachment"]
    }
    #expect(try asked([:]) == "platform")
    #expect(try asked(["authenticatorAttachment": "cross-platform"]) == "cross-platform")
    #expect(try asked(["authenticatorAttachment": nil]) == nil)
  }

  private func anonymous(_ desk: AuthsignalDesk, _ path: String, _ body: JSONValue) throws -> AuthsignalDesk.Answer {
    let basic = Base64URL.encode(Array((desk.tenantID + ":").utf8))
    return try desk.call("POST", "/authsignal/v1/client" + path, body, headers: ["Authorization": "Basic \(basic)"])
  }

  /// Signs in with the passkey. `write` encodes the user handle. A challenge is requested first unless `challenge` is
  /// nil (quirk 7).
  private func used(
    _ desk: AuthsignalDesk, challenge: JSONValue?, handle write: ([UInt8]) -> JSONValue?
  ) async throws -> AuthsignalDesk.Answer {
    var question = JSONObject()
    if let challenge { question["challengeId"] = try anonymous(desk, "/challenge", challenge)["challengeId"] }
    let begun = try anonymous(desk, "/user-authenticators/passkey/authentication-options", .object(question))
    let options = try #require(begun["options"])
    let proof = try await authenticator.get(
      PasskeyAssertionRequest(
        relyingPartyID: "localhost",
        challenge: try #require(options["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })))
    let id = JSONValue.string(Base64URL.encode(proof.credentialID))
    var response: JSONObject = [
      "authenticatorData": .string(Base64URL.encode(proof.authenticatorData)),
      "clientDataJSON": .string(Base64.encode(proof.clientDataJSON)),
      "signature": .string(Base64URL.encode(proof.signature)),
    ]
    response["userHandle"] = write(try #require(proof.userHandle))
    return try anonymous(
      desk, "/verify/passkey",
      [
        "challengeId": try #require(begun["challengeId"]), "deviceId": "D",
        "authenticationCredential": [
          "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "cross-platform",
          "response": .object(response),
        ],
      ])
  }

  @Test func acceptsTheRequestsOfTheVendorsSDKs() async throws {
    for handles in Handles.allCases {
      for isBound in [true, false] {
        let desk = try AuthsignalDesk()
        try await registered(desk, handles)
        // iOS sends the handle's bytes as text. Browsers and this package send them in base64url.
        var writers: [([UInt8]) -> JSONValue?] = [{ .string(Base64URL.encode($0)) }, { .string(Base64.encode($0)) }]
        if handles == .text { writers.append { .string(String(decoding: $0, as: UTF8.self)) } }
        for write in writers {
          let answer = try await used(desk, challenge: isBound ? ["action": "signIn"] : nil, handle: write)
          #expect(answer.status == 200 && answer["isVerified"] == true, "\(handles) \(isBound) \(answer.json)")
        }
      }
    }
  }

  @Test func anonymousChallengeCanNameItsAction() async throws {
    let desk = try AuthsignalDesk()
    try await registered(desk, .bytes)
    let answer = try await used(desk, challenge: ["action": "pay", "idempotencyKey": "k1"]) {
      .string(Base64URL.encode($0))
    }
    let proof = try desk.server("POST", "/validate", ["token": try #require(answer["accessToken"])])
    #expect(proof["isValid"] == true && proof["action"] == "pay" && proof["idempotencyKey"] == "k1")
  }

  @Test func refusesAnotherUsersHandleAndAMissingOne() async throws {
    let desk = try AuthsignalDesk()
    try await registered(desk, .bytes)
    for wrong: JSONValue? in ["amFuZQ", "", nil] {
      let answer = try await used(desk, challenge: ["action": "signIn"]) { _ in wrong }
      #expect(answer["errorCode"] == "invalid_credential", "\(answer.json)")
    }
  }
}
