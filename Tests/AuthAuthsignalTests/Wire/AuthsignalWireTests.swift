import AuthCore
import AuthTesting
import Testing
import WireSamples

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks each sample of a call that our client makes: the client's request equals the sample's, and the client accepts
/// the sample's response.
@Suite struct AuthsignalWireTests {
  typealias Row = @Sendable (AuthsignalWireScript) async throws -> Void

  private static let publicKey: String = {
    let point = [UInt8](repeating: 7, count: 91)
    return Base64.encode(point)
  }()
  private static let signature = Base64.encode([UInt8](repeating: 9, count: 70))
  private static let jwt: JSONValue = "aGVhZA.Ym9keQ.c2ln"

  private static func enrol(_ method: CodeMethod, _ contact: Contact?) -> Row {
    { script in
      let answer = try await script.api.enroll(method.segment, contact, AuthsignalWireScript.token())
      let enrolled = try Enrollment(answer, of: method, now: script.api.clock.now())
      #expect(enrolled.authenticatorID == script.answer["userAuthenticatorId"]?.stringValue)
      #expect((enrolled.setup != nil) == (method == .totp))
    }
  }

  private static func challenge(_ method: CodeMethod, _ id: String? = nil) -> Row {
    { script in try await script.api.challenge(method.segment, authenticatorID: id, AuthsignalWireScript.token()) }
  }

  private static func verify(_ method: CodeMethod) -> Row {
    { script in
      let verified = try await script.api.verify(Secret("123456"), method, AuthsignalWireScript.token())
      guard case .verified = verified else { return #expect(Bool(false), "not verified") }
    }
  }

  private static func credential(_ method: DeviceMethod) -> Row {
    { script in
      let known = try await script.api.deviceCredential(method, publicKey: publicKey)
      #expect(known.id == script.answer["userAuthenticatorId"]?.stringValue && known.createdAt != nil)
    }
  }

  private static func add(_ method: DeviceMethod) -> Row {
    { script in
      let added = try await script.api.addDeviceCredential(
        method, publicKey: publicKey, deviceName: "Phone", pushToken: Secret("push"),
        attestation: AppAttestation(.appAttest, token: Secret("dG9rZW4="), keyID: "k"), AuthsignalWireScript.token())
      #expect(added.userID == script.answer["userId"]?.stringValue)
    }
  }

  private static func remove(_ method: DeviceMethod) -> Row {
    { script in try await script.api.removeDeviceCredential(method, publicKey: publicKey, signature: signature) }
  }

  private static func decide(_ method: DeviceMethod) -> Row {
    { script in
      let isVerified = try await script.api.decide(
        method, "c-1", isApproved: true, number: nil, publicKey: publicKey, signature: signature)
      #expect(isVerified)
    }
  }

  private static func push(_ state: WaitingState) -> Row {
    { script in
      let heard = try await script.api.state(
        of: WaitingChallenge(id: "c-1"), .push, AuthsignalWireScript.token())
      #expect(heard == state)
    }
  }

  private static func picture(_ state: WaitingState) -> Row {
    { script in
      let waiting = WaitingChallenge(id: "c-1", deviceCode: Secret("device"))
      let heard = try await script.api.state(of: waiting, .qrCode, nil)
      #expect(heard == state)
    }
  }

  private static func inApp(_ token: Bool) -> Row {
    { script in
      let proved = try await script.api.verifyInApp(
        "c-1", publicKey: publicKey, signature: signature, token ? AuthsignalWireScript.token() : nil)
      #expect(proved.userID == script.answer["userId"]?.stringValue)
    }
  }

  private static func assertion() -> PasskeyAssertion {
    PasskeyAssertion(
      credentialID: [1, 2, 3], clientDataJSON: Array(#"{"type":"webauthn.get"}"#.utf8), authenticatorData: [4, 5, 6],
      signature: [7, 8, 9], userHandle: [1, 1, 2, 3])
  }

  private static func approved() throws -> WaitingState { .approved(try AuthsignalWireScript.token()) }

  /// The call of each sample. The samples of the WebSocket and of the page have separate tests below.
  static let rows: [String: Row] = [
    "AS1": enrol(.email, Contact(email: "jane@example.com")), "AS2": challenge(.email), "AS3": verify(.email),
    "AS4": { script in
      let verified = try await script.api.verify(Secret("123456"), .email, AuthsignalWireScript.token())
      guard case .refused = verified else { return #expect(Bool(false), "not refused") }
    },
    "AS5": challenge(.email, "a-1"), "AS6": enrol(.sms, Contact(phone: "+15551230000")), "AS7": challenge(.sms),
    "AS8": verify(.sms), "AS9": challenge(.whatsApp), "AS10": verify(.whatsApp), "AS11": enrol(.totp, nil),
    "AS12": verify(.totp),
    "AS13": { script in
      let made = try await script.api.passkeyCreation(
        .passkey, userName: "jane", displayName: "Jane", options: PasskeyOptions(), AuthsignalWireScript.token())
      #expect(made.challengeID == script.answer["challengeId"]?.stringValue)
    },
    "AS14": { script in
      let registration = PasskeyRegistration(
        credentialID: [1, 2, 3], clientDataJSON: [4, 5, 6], attestationObject: [7, 8, 9], transports: ["internal"])
      let verified = try await script.api.addPasskey(
        .passkey, registration, challengeID: "c-1", deviceID: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
        AuthsignalWireScript.token())
      #expect(verified.authenticatorID == script.answer["userAuthenticatorId"]?.stringValue)
    },
    "AS15": { script in
      let id = try await script.api.anonymousChallenge(action: "signIn")
      #expect(id == script.answer["challengeId"]?.stringValue)
    },
    "AS16": { script in
      let id = try await script.api.anonymousChallenge(action: "signIn", idempotencyKey: "k-1")
      #expect(id == script.answer["challengeId"]?.stringValue)
    },
    "AS17": { script in
      let asked = try await script.api.passkeyRequest(
        .passkey, challengeID: "c-1", options: PasskeyOptions(), as: .tenant)
      #expect(asked.request.allowedCredentials.isEmpty)
    },
    "AS18": { script in
      let verified = try await script.api.verifyPasskey(
        .passkey, assertion(), challengeID: "c-1", deviceID: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", as: .tenant)
      #expect(verified.userID == script.answer["userId"]?.stringValue)
    },
    "AS20": { script in
      let isKnown = try await script.api.hasPasskey([1, 2, 3])
      #expect(isKnown)
    },
    "AS21": { script in
      let list = try await script.api.authenticators(AuthsignalWireScript.token())
      #expect(list.map(\.verificationMethod) == ["PASSKEY"] && list.first?.credentialID != nil)
    },
    "AS22": credential(.push), "AS23": add(.push), "AS24": remove(.push), "AS25": credential(.qrCode),
    "AS26": add(.qrCode), "AS27": remove(.qrCode), "AS28": credential(.inApp), "AS29": add(.inApp),
    "AS30": remove(.inApp),
    "AS31": { script in
      let message = try await script.api.pushChallengeMessage(publicKey: publicKey)
      #expect(message == script.answer["message"]?.stringValue)
    },
    "AS32": { script in
      let found = try await script.api.pushChallenge(publicKey: publicKey, signature: signature)
      let waiting = try #require(found?.pending)
      #expect(waiting.userID == script.answer["userId"]?.stringValue)
      #expect(waiting.deviceID == script.answer["deviceId"]?.stringValue)
      #expect(waiting.custom != nil && waiting.userCustom != nil)
      #expect(waiting.custom == script.answer["custom"] && waiting.userCustom == script.answer["user"]?["custom"])
    },
    "AS33": { script in
      let waiting = try await script.api.pushChallenge(publicKey: publicKey, signature: nil)
      #expect(waiting == nil)
    },
    "AS34": { script in
      // The source does not document the response: only the request is checked.
      do { _ = try await script.api.pushChallenge(publicKey: publicKey, signature: nil) } catch is AuthError {}
    },
    "AS35": decide(.push), "AS36": decide(.qrCode),
    "AS37": { script in
      let claimed = try await script.api.claim("c-1", publicKey: publicKey, signature: signature)
      #expect(claimed.action == script.answer["actionCode"]?.stringValue)
      #expect(claimed.custom != nil && claimed.custom == script.answer["custom"])
      #expect(claimed.userCustom != nil && claimed.userCustom == script.answer["user"]?["custom"])
    },
    "AS38": { script in
      let (id, message) = try await script.api.pushUpdateMessage(publicKey: publicKey)
      #expect(id == script.answer["challengeId"]?.stringValue && message == script.answer["message"]?.stringValue)
    },
    "AS39": { script in
      let updated = try await script.api.updatePushCredential(
        challengeID: "c-1", publicKey: publicKey, signature: signature, pushToken: Secret("push"), resetsExpiry: false)
      #expect(updated.lastVerifiedAt != nil)
    },
    "AS40": inApp(false), "AS41": inApp(true),
    "AS42": { script in
      let waiting = try await script.api.challengePush(
        action: "pay", authenticatorID: "a-1", AuthsignalWireScript.token())
      #expect(waiting.id == script.answer["challengeId"]?.stringValue)
    },
    "AS43": push(.open), "AS44": push(.denied), "AS45": { script in try await push(approved())(script) },
    "AS46": { script in
      let waiting = try await script.api.challengeQRCode(
        action: "signIn", custom: ["place": "Till 4"], AuthsignalWireScript.token())
      #expect(waiting.deviceCode != nil && waiting.expiresAt != nil)
    },
    "AS47": picture(.open), "AS48": picture(.claimed), "AS49": picture(.denied),
    "AS50": { script in try await picture(approved())(script) },
  ]

  private static let others: Set<String> = ["AS51", "AS52", "AS53", "AS54", "AS55", "AS57", "AS60"]

  @Test func tableHasEverySampleOfOurCalls() throws {
    let wanted = try WireSample.all("authsignal").filter { $0.use == .twice }.map(\.id)
    #expect(Set(wanted) == Set(Self.rows.keys).union(Self.others))
  }

  @Test(arguments: rows.keys.sorted()) func requestAndResponseMatchTheSample(_ id: String) async throws {
    var values: [String: JSONValue] = [:]
    let sample = try WireSample.named(id)
    for name in ["accessToken", "token"] where sample.responseBody?[name] != nil {
      if !PlaceholderForm.isOptional(sample.responseBody?[name] ?? .null) { values[name] = Self.jwt }
    }
    if id == "AS11" { values["uri"] = "otpauth://totp/x?secret=GEZDGNBV" }
    let script = try AuthsignalWireScript(sample, values)
    let row = try #require(Self.rows[id])
    try await row(script)
    #expect(try script.mismatches() == [])
  }

  @Test func webSocketMessagesMatchTheSamples() throws {
    let create = try WireSample.named("AS51")
    let sent = try JSONValue(parsing: Array(QRCodeMessage.create(action: "signIn", custom: ["a": 1]).utf8))
    #expect(WireShape(try #require(create.requestBody)).mismatches(sent) == [])
    func heard(_ id: String) throws -> QRCodeMessage {
      let shape = WireShape(try #require(try WireSample.named(id).responseBody))
      let values: [String: JSONValue] = [
        "data.challengeId": "c-1", "data.expiresAt": "2026-01-02T03:04:05.000Z", "data.accessToken": Self.jwt,
      ]
      let here = values.filter { path, _ in
        shape.shape["data"]?[String(path.dropFirst(5))] != nil
      }
      return try QRCodeMessage(shape.filled(here).serializedText)
    }
    guard case .created(let made) = try heard("AS52") else { return #expect(Bool(false), "not created") }
    #expect(made.id == "c-1" && made.expiresAt != nil)
    #expect(try heard("AS53") == .changed(challengeID: "c-1", .claimed))
    #expect(try heard("AS54") == .changed(challengeID: "c-1", .denied))
    #expect(try heard("AS55") == .changed(challengeID: "c-1", .approved(try AuthsignalWireScript.token())))
  }

  @Test func readsTheSamplesExpiredToken() throws {
    let body = WireShape(try #require(try WireSample.named("AS57").responseBody)).filled()
    let error = AuthsignalErrors.error(.json(body, status: 400), in: .verify, now: Date(timeIntervalSince1970: 0))
    #expect(error.code == .tokenExpired && error.authsignalCode == .expiredToken)
  }
}
