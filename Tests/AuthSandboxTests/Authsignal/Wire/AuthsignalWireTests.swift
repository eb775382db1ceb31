import AuthCore
import AuthCrypto
import AuthSandbox
import Testing
import WireSamples

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends each sample's request to the sandbox, and checks that the response has the sample's status and shape.
/// `AuthsignalSocketTests` checks the samples of the WebSocket.
@Suite struct AuthsignalSandboxWireTests {
  typealias Scene = AuthsignalWireScene
  typealias Row = @Sendable (Scene) async throws -> AuthsignalDesk.Answer

  private static let jane: JSONValue = "jane@example.com"
  private static let phone = "+15551230000"

  /// A user with an SMS authenticator, and the token that proved it.
  private static func bySMS(_ scene: Scene) throws -> String {
    let token = try scene.desk.track(phone)
    _ = try scene.desk.client("POST", "/user-authenticators/sms", ["phoneNumber": .string(phone)], token: token)
    let code = JSONValue.string(try scene.desk.sandbox.lastCode(to: phone))
    _ = try scene.desk.client("POST", "/verify/sms", ["verificationCode": code], token: token)
    return try scene.desk.track(phone)
  }

  private static func verify(_ segment: String, _ address: String, isRight: Bool = true) -> Row {
    { scene in
      let token = address == phone ? try bySMS(scene) : try scene.desk.enrolledByEmail()
      _ = try scene.desk.client("POST", "/challenge/\(segment)", token: token)
      let code = try scene.desk.sandbox.lastCode(to: address)
      return try scene.ask(
        token: token, ["verificationCode": isRight ? .string(code) : scene.desk.wrong(code)])
    }
  }

  private static func credential(_ method: String) -> Row {
    { scene in
      _ = try scene.withDevice(method)
      return try scene.ask()
    }
  }

  private static func add(_ method: String) -> Row {
    { scene in
      let token = try scene.desk.enrolledByEmail()
      let nonce = try #require(try scene.desk.client("POST", "/challenge", [:], token: token)["nonce"]?.stringValue)
      let attested = Base64.encode(Array(SHA256.hash(data: Array(nonce.utf8))))
      return try scene.ask(
        token: token,
        [
          "publicKey": scene.publicKey, "performAttestation.token": .string(attested),
          "performAttestation.keyId": "key-1",
        ])
    }
  }

  private static func remove(_ method: String) -> Row {
    { scene in
      _ = try scene.withDevice(method)
      let bucket = Int64(try scene.now().timeIntervalSince1970 / 600)
      return try scene.ask(["publicKey": scene.publicKey, "signature": try scene.signed("\(bucket).0")])
    }
  }

  private static func decide(_ method: String) -> Row {
    { scene in
      let token = try scene.withDevice(method)
      let asked = try scene.desk.client("POST", "/challenge/\(method)", ["action": "signIn"], token: token)
      let id = try #require(asked["challengeId"]?.stringValue)
      if method == "qr-code" { try scene.claim(id) }
      return try scene.ask([
        "challengeId": .string(id), "publicKey": scene.publicKey, "signature": try scene.signed(id),
      ])
    }
  }

  private static func pushState(_ isApproved: Bool?) -> Row {
    { scene in
      let token = try scene.withDevice("push")
      let id = try #require(
        try scene.desk.client("POST", "/challenge/push", ["action": "signIn"], token: token)["challengeId"]?.stringValue
      )
      if let isApproved { try scene.decide("push", id, isApproved) }
      return try scene.ask(token: token, ["challengeId": .string(id)])
    }
  }

  private static func pictureState(isClaimed: Bool, _ isApproved: Bool?) -> Row {
    { scene in
      _ = try scene.withDevice("qr-code")
      let made = try scene.anonymous("POST", "/challenge/qr-code", ["action": "signIn"])
      let id = try #require(made["challengeId"]?.stringValue)
      if isClaimed { try scene.claim(id) }
      if let isApproved { try scene.decide("qr-code", id, isApproved) }
      return try scene.ask(["challengeId": .string(id), "deviceCode": try #require(made["deviceCode"])])
    }
  }

  private static func pickUp(isWaiting: Bool, isSigned: Bool = false) -> Row {
    { scene in
      _ = try scene.withDevice("push")
      if isWaiting {
        let attributes: JSONValue = [
          "custom": ["amount": 12], "deviceId": "d-1", "ipAddress": "192.0.2.1", "userAgent": "Browser",
        ]
        let token = try scene.tracked("pay", attributes)
        let user = try #require(try scene.desk.claims(token)["sub"]?.stringValue)
        _ = try scene.desk.server("PATCH", "/users/\(user)", ["custom": ["level": "gold"]])
        _ = try scene.desk.client("POST", "/challenge/push", ["action": "pay"], token: token)
      }
      guard isSigned else { return try scene.ask() }
      let given = try scene.anonymous("POST", "/user-authenticators/push/challenge/sign" + scene.publicKeyQuery)
      let signature = try scene.signed(try #require(given["message"]?.stringValue))
      return try scene.ask(headers: ["X-Authsignal-Signature": try #require(signature.stringValue)])
    }
  }

  private static func inApp(_ isBound: Bool) -> Row {
    { scene in
      _ = try scene.withDevice("in-app")
      let id = try scene.anonymousChallenge(isBound ? [:] : ["action": "signIn"])
      return try scene.ask(
        token: isBound ? try scene.desk.track() : nil,
        ["challengeId": .string(id), "publicKey": scene.publicKey, "signature": try scene.signed(id)])
    }
  }

  private static func server(_ scene: Scene, _ secret: String) -> HTTPHeaders {
    ["Authorization": "Basic " + Base64.encode(Array((secret + ":").utf8))]
  }

  static let rows: [String: Row] = [
    "AS1": { try $0.ask(token: try $0.desk.track(), ["email": jane]) },
    "AS2": { try $0.ask(token: try $0.desk.enrolledByEmail()) },
    "AS3": verify("email-otp", "jane@example.com"), "AS4": verify("email-otp", "jane@example.com", isRight: false),
    "AS5": { scene in
      let token = try scene.desk.enrolledByEmail()
      let list = try scene.desk.client("GET", "/user-authenticators", token: token)
      return try scene.ask(
        token: token, ["userAuthenticatorId": try #require(list.json.arrayValue?.first?["userAuthenticatorId"])])
    },
    "AS6": { try $0.ask(token: try $0.desk.track(phone), ["phoneNumber": .string(phone)]) },
    "AS7": { try $0.ask(token: try bySMS($0)) }, "AS8": verify("sms", phone),
    "AS9": { try $0.ask(token: try bySMS($0)) }, "AS10": verify("whatsapp", phone),
    "AS11": { try $0.ask(token: try $0.desk.track()) },
    "AS12": { scene in
      let token = try scene.desk.track()
      let begun = try scene.desk.client("POST", "/user-authenticators/totp", token: token)
      let secret = try #require(begun["secret"]?.stringValue.flatMap { Base32.decode($0) })
      let code = try TOTP(secret: Secret(secret)).code(at: try scene.now())
      return try scene.ask(token: token, ["verificationCode": .string(code)])
    },
    "AS13": { scene in
      let (_, token) = try await scene.withPasskey()
      return try scene.ask(token: token, ["username": "jane", "displayName": "Jane"])
    },
    "AS14": { scene in
      let token = try scene.desk.track()
      return try scene.ask(token: token, try await scene.registration(token))
    },
    "AS15": { try $0.ask(["action": "signIn"]) },
    "AS16": { try $0.ask(["action": "signIn", "idempotencyKey": "k-1"]) },
    "AS17": { try $0.ask(["challengeId": .string(try $0.anonymousChallenge(["action": "signIn"]))]) },
    "AS18": { scene in
      _ = try await scene.withPasskey()
      return try scene.ask(try await scene.assertion(isBrowser: false))
    },
    "AS19": { scene in
      _ = try await scene.withPasskey()
      return try scene.ask(try await scene.assertion(isBrowser: true))
    },
    "AS20": { scene in
      let (id, _) = try await scene.withPasskey()
      return try scene.ask(path: "/authsignal" + scene.sample.path + "?credentialId=" + (id.stringValue ?? ""))
    },
    "AS21": { try $0.ask(token: try await $0.withPasskey().token) },
    "AS22": credential("push"), "AS23": add("push"), "AS24": remove("push"), "AS25": credential("qr-code"),
    "AS26": add("qr-code"), "AS27": remove("qr-code"), "AS28": credential("in-app"), "AS29": add("in-app"),
    "AS30": remove("in-app"), "AS31": credential("push"), "AS32": pickUp(isWaiting: true, isSigned: true),
    "AS33": pickUp(isWaiting: false), "AS34": pickUp(isWaiting: true), "AS35": decide("push"),
    "AS36": decide("qr-code"),
    "AS37": { scene in
      let user = try #require(try scene.desk.claims(try scene.withDevice("qr-code"))["sub"]?.stringValue)
      _ = try scene.desk.server("PATCH", "/users/\(user)", ["custom": ["level": "gold"]])
      let made = try scene.anonymous(
        "POST", "/challenge/qr-code", ["action": "signIn", "custom": ["place": "Till 4"]])
      let id = try #require(made["challengeId"]?.stringValue)
      return try scene.ask([
        "challengeId": .string(id), "publicKey": scene.publicKey, "signature": try scene.signed(id),
      ])
    },
    "AS38": credential("push"),
    "AS39": { scene in
      _ = try scene.withDevice("push")
      let message = try scene.anonymous("POST", "/user-authenticators/push/sign" + scene.publicKeyQuery)
      return try scene.ask([
        "challengeId": try #require(message["challengeId"]), "publicKey": scene.publicKey, "pushToken": "push-2",
        "signature": try scene.signed(try #require(message["message"]?.stringValue)),
      ])
    },
    "AS40": inApp(false), "AS41": inApp(true),
    "AS42": { try $0.ask(token: try $0.withDevice("push"), ["action": "signIn"]) },
    "AS43": pushState(nil), "AS44": pushState(false), "AS45": pushState(true),
    "AS46": { try $0.ask(["action": "signIn", "custom": ["place": "Till 4"]]) },
    "AS47": pictureState(isClaimed: false, nil), "AS48": pictureState(isClaimed: true, nil),
    "AS49": pictureState(isClaimed: true, false), "AS50": pictureState(isClaimed: true, true),
    "AS56": { try $0.ask(path: "/authsignal/v1/users/user-1", headers: server($0, "wrong")) },
    "AS58": { scene in
      _ = try scene.desk.enrolledByEmail()
      let user = try #require(try scene.desk.claims(try scene.desk.track())["sub"]?.stringValue)
      return try scene.ask(
        ["redirectUrl": "https://app.example/done", "email": jane, "phoneNumber": .string(phone)],
        path: "/authsignal/v1/users/\(user)/actions/pay", headers: server(scene, scene.desk.secretKey))
    },
    "AS59": { scene in
      _ = try scene.desk.enrolledByEmail()
      return try scene.ask(["token": .string(try scene.desk.track())], headers: server(scene, scene.desk.secretKey))
    },
  ]

  /// The samples of the WebSocket, of the expired token and of the page, which have separate tests.
  private static let others: Set<String> = ["AS51", "AS52", "AS53", "AS54", "AS55", "AS57", "AS60"]

  @Test func tableHasEveryServedSample() throws {
    let wanted = try WireSample.all("authsignal").filter { $0.use != .unused }.map(\.id)
    #expect(Set(wanted) == Set(Self.rows.keys).union(Self.others))
  }

  @Test(arguments: rows.keys.sorted()) func responseMatchesTheSample(_ id: String) async throws {
    let scene = try Scene(id)
    let row = try #require(Self.rows[id])
    let answer = try await row(scene)
    #expect(answer.status == scene.sample.status ?? 200, "\(answer.json.serializedText)")
    if let shape = scene.sample.responseBody, shape.objectValue != nil || shape.arrayValue != nil {
      // The sample's passkey is backed up. The test's passkey is not.
      let free: Set<String> = ["0.webauthnCredential.credentialBackedUp"]
      #expect(WireShape(shape, free: free).mismatches(answer.json) == [])
    }
  }

  @Test func expiredTokenMatchesTheSample() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    try desk.advance(seconds: 700)
    let answer = try desk.client("GET", "/user-authenticators", token: token)
    #expect(answer.status != 200)
    #expect(
      WireShape(try #require(try WireSample.named("AS57").responseBody), free: ["error"]).mismatches(answer.json) == [])
  }

  @Test func servesTheTrackedPage() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let user = try #require(try desk.claims(try desk.track())["sub"]?.stringValue)
    let tracked = try desk.server("POST", "/users/\(user)/actions/pay", [:])
    let url = try #require(tracked["url"]?.stringValue)
    let path = String(try #require(url.split(separator: "/authsignal", maxSplits: 1).last))
    let opened = desk.sandbox.handle(SandboxRequest("GET", "/authsignal" + path + "&nativeScheme=authsignal"))
    #expect(opened.status == 200 && String(decoding: opened.body, as: UTF8.self).contains("<form"))
    func posted(_ fields: [(name: String, value: String)]) throws -> SandboxResponse {
      let code = try desk.sandbox.lastCode(to: "jane@example.com")
      let form = PercentEncoding.encodeForm(
        fields + [("token", try #require(tracked["token"]?.stringValue)), ("method", "email-otp"), ("code", code)])
      return desk.sandbox.handle(
        SandboxRequest(
          "POST", "/authsignal/mfa", headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Array(form.utf8)))
    }
    let native = try posted([("nativeScheme", "authsignal")])
    let token = native.headers["Location"]?.split(separator: "=").last.map(String.init)
    #expect(native.status == 302 && native.headers["Location"]?.hasPrefix("authsignal://callback?token=") == true)
    let valid = try desk.server("POST", "/validate", ["token": .string(try #require(token))])
    #expect(valid["isValid"] == true)
    _ = desk.sandbox.handle(SandboxRequest("GET", "/authsignal" + path + "&mode=popup"))
    let popup = String(decoding: try posted([("mode", "popup")]).body, as: UTF8.self)
    #expect(popup.contains("AUTHSIGNAL_CLOSE_POPUP"))
    #expect(desk.sandbox.handle(SandboxRequest("GET", "/authsignal/mfa?token=none")).status == 401)
  }
}
