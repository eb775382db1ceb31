import AuthCore
import AuthSandbox
import AuthTesting
import Testing
import WireSamples

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wire facts that the first version of this package got wrong. Each test names the fact's number in
/// Documentation/Protocols/Authsignal.md.
@Suite struct AuthsignalFactTests {
  private final class Tape: Sendable {
    let requests = Locked<[TransportRequest]>([])
    func made(_ suffix: String) -> [TransportRequest] {
      requests.withLock { $0.filter { $0.url.path.hasSuffix(suffix) } }
    }
    func clear() { requests.withLock { $0 = [] } }
  }

  private struct Recorder: HTTPTransport {
    let next: any HTTPTransport
    let tape: Tape
    /// Responses that replace the sandbox's responses, by suffix of the path.
    var instead: [String: TransportResponse] = [:]

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      tape.requests.withLock { $0.append(request) }
      if let answer = instead.first(where: { request.url.path.hasSuffix($0.key) })?.value { return answer }
      return try await next.send(request)
    }
  }

  private let tape = Tape()

  private func device(_ instead: [String: TransportResponse] = [:]) async throws -> (Device, AuthsignalProvider) {
    let device = try Device(through: { [tape] in Recorder(next: $0, tape: tape, instead: instead) })
    try await device.signIn()
    return (device, try device.provider())
  }

  private func enrol(_ device: Device, _ methods: MethodID...) async throws {
    for method in methods { _ = try await device.client.start(FlowRequest(purpose: .enroll(method))).result() }
    tape.clear()
  }

  /// A token of jane's action, which the backend tracks with these attributes.
  private func track(_ device: Device, _ action: String, _ attributes: JSONObject) throws -> Secret {
    let block = try #require(device.sandbox.descriptor["authsignal"])
    let key = try #require(block["apiSecretKey"]?.stringValue)
    let whose = try device.track(action: action)
    let user = try #require(ActionToken(whose)?.user)
    let answer = device.sandbox.handle(
      SandboxRequest(
        "POST", "/authsignal/v1/users/\(user)/actions/\(action)", json: .object(attributes),
        headers: ["Authorization": "Basic " + Base64.encode(Array((key + ":").utf8))]))
    return Secret(try #require(try JSONValue(parsing: answer.body)["token"]?.stringValue))
  }

  @Test("A2: the region of Montreal") func readsTheRegionOfMontreal() throws {
    var reader = ConfigurationReader(
      ["region": "ca", "tenantId": "t"], path: "$", sources: ConfigurationSources())
    let configuration = try AuthsignalConfiguration(reading: &reader)
    #expect(configuration.baseURL.absoluteString == "https://ca.api.authsignal.com/v1")
  }

  @Test("A7: the user agent begins with the device") func namesTheDevice() {
    let product = "latchkey-swift/1"
    let table: [(DeviceUserAgent.System, [Int], String)] = [
      (.iPhone, [18, 0, 0], "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) latchkey-swift/1"),
      (.android, [15, 0, 1], "Mozilla/5.0 (Linux; Android 15.0.1) latchkey-swift/1"),
      (.linux, [6, 1, 0], "Mozilla/5.0 (X11; Linux) latchkey-swift/1"),
    ]
    for (system, version, expected) in table {
      #expect(DeviceUserAgent.text(product: product, system: system, version: version) == expected)
    }
    #expect(DeviceUserAgent.text(product: product).hasPrefix("Mozilla/5.0 ("))
  }

  @Test("A12: 422 invalid_request_token is an invalid token") func readsOlderServers() {
    let now = Date(timeIntervalSince1970: 0)
    let error = AuthsignalErrors.error(.json(["error": "invalid_request_token"], status: 422), in: .list, now: now)
    #expect(error.code == .invalidToken && error.authsignalCode == .invalidRequestToken)
  }

  @Test("A15: a 404 without text is a wrong base URL") func reportsAWrongBaseURL() {
    let now = Date(timeIntervalSince1970: 0)
    let html = TransportResponse(status: 404, body: Array("<html>".utf8))
    #expect(AuthsignalErrors.error(html, in: .verify, now: now).code == .invalidConfiguration)
  }

  @Test("A18: a token with only the right to add enrols and verifies") func enrolsWithAddAlone() async throws {
    let (device, _) = try await device()
    for (method, begun) in [(MethodID.totp, "setupTOTP"), (.smsOTP, "enterCode")] {
      let token = try track(device, "manage", ["scope": "add:authenticators"])
      tape.clear()
      let flow = device.client.start(
        FlowRequest(identifier: method == .smsOTP ? "+15551230000" : nil, purpose: .enroll(method), token: token))
      let (prompt, _) = try await flow.prompt()
      #expect(prompt.name == begun)
      if method == .smsOTP {
        try await flow.submit(code: try device.code(to: "+15551230000"))
        guard case .credential = try await flow.result() else { return #expect(Bool(false), "no credential") }
      }
      #expect(tape.made("/user-authenticators").isEmpty, "no list is requested")
      flow.reset()
    }
  }

  @Test("A28: the challenge of a passkey sign-in can carry an idempotency key") func sendsTheIdempotencyKey()
    async throws
  {
    let device = try Device(
      passkeys: WatchedAuthenticator(), through: { [tape] in Recorder(next: $0, tape: tape) })
    _ = try await device.client.start(
      FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    ).result()
    var profile = FlowProfile()
    profile.authsignalIdempotencyKey = "order-7"
    _ = try await device.client.start(FlowRequest(method: .passkey, profile: profile)).result()
    let body = try JSONValue(parsing: try #require(tape.made("client/challenge").last?.body))
    #expect(body == ["action": "signIn", "idempotencyKey": "order-7"])
  }

  @Test("A29, A30: a user handle is read as the platform's SDK reads it") func readsUserHandles() {
    let text = "dXNlci0x"
    #expect(PasskeyUserHandle.text.bytes(of: text) == Array(text.utf8))
    #expect(PasskeyUserHandle.base64URL.bytes(of: text) == Array("user-1".utf8))
    #expect(PasskeyUserHandle.text.bytes(of: "user 1") == Array("user 1".utf8))
    #expect(PasskeyUserHandle.base64URL.bytes(of: "user 1") == nil)
    for handle in PasskeyUserHandle.allCases {
      #expect(handle.bytes(of: "") == nil && handle.bytes(of: String(repeating: "A", count: 200)) == nil)
      #expect(handle.bytes(of: text).map(handle.wireText) == text, "the handle is sent as it was received")
    }
    #expect(PasskeyUserHandle.text.wireText(of: [0xFF, 0xFE]) == Base64URL.encode([0xFF, 0xFE]))
  }

  @Test("A39: a required attestation without a nonce fails") func failsWithoutANonce() async throws {
    let (_, provider) = try await device(["client/challenge": .json(["challengeId": "c"])])
    let token = try AuthsignalWireScript.token()
    await #expect(throws: AuthError(.providerError, "")) {
      try await provider.devices.add(.push, token, user: nil) { _ in nil }
    }
    #expect(tape.made("user-authenticators/push").isEmpty)
  }

  @Test("A42: a push is fetched unsigned if the first call is refused") func continuesUnsigned() async throws {
    let refused = TransportResponse.json(["error": "invalid_request"], status: 400)
    let (device, provider) = try await device(["push/challenge/sign": refused])
    try await enrol(device, .push)
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", method: .push))
    _ = try await flow.prompt()
    #expect(try await provider.pending().count == 1)
    #expect(tape.made("push/challenge").last?.headers["X-Authsignal-Signature"] == nil)
    flow.reset()
  }

  @Test("A43: the app receives the details that the backend tracks") func showsTheTrackedDetails() async throws {
    let (device, provider) = try await device()
    try await enrol(device, .push)
    let token = try track(
      device, "pay", ["custom": ["amount": 12, "payee": "Bob"], "deviceId": "d-1", "idempotencyKey": "k-1"])
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .push, token: token))
    _ = try await flow.prompt()
    let waiting = try #require(try await provider.pending().first)
    #expect(waiting.custom == ["amount": 12, "payee": "Bob"] && waiting.deviceID == "d-1")
    #expect(waiting.idempotencyKey == "k-1" && waiting.userID != nil && !waiting.needsNumber)
    flow.reset()
  }

  @Test("A45: the app's backend makes the number and compares it") func comparesNumbersAtTheBackend() async throws {
    let (device, provider) = try await device()
    try await enrol(device, .push)
    device.control("policy", ["provider": "authsignal", "numberMatching": true])
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", method: .push))
    guard case .awaitApproval(let shown) = try await flow.prompt().0, let number = shown.displayCode else {
      return #expect(Bool(false), "no number")
    }
    let waiting = try #require(try await provider.pending().first)
    #expect(waiting.needsNumber && waiting.custom?["numberMatch"]?.stringValue == number)
    await #expect(throws: AuthError(.invalidCode, "")) { try await provider.approve(waiting.id, number: nil) }
    try await provider.approve(waiting.id, number: number)
    #expect(tape.made("authsignal/number-match").count == 1)
    flow.reset()
  }

  @Test("A45: only HTTP 400 of the backend calls the number wrong", arguments: [401, 403])
  func doesNotCallTheNumberWrong(status: Int) async throws {
    let (device, provider) = try await device([
      "authsignal/number-match": .json(["error": "unauthorized"], status: status)
    ])
    try await enrol(device, .push)
    device.control("policy", ["provider": "authsignal", "numberMatching": true])
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", method: .push))
    guard case .awaitApproval(let shown) = try await flow.prompt().0, let number = shown.displayCode else {
      return #expect(Bool(false), "no number")
    }
    let waiting = try #require(try await provider.pending().first)
    await #expect(throws: AuthError(.invalidToken, "")) { try await provider.approve(waiting.id, number: number) }
    flow.reset()
  }

  @Test("A47: a decision that the vendor accepts is a success") func acceptedDecisionSucceeds() async throws {
    let (device, provider) = try await device([
      "push/challenge": .json(["isVerified": false, "userAuthenticatorId": "a"])
    ])
    try await enrol(device, .push)
    try await provider.approve("c-1", number: nil)
  }

  @Test("A50: a scanned challenge is claimed once") func claimsAChallengeOnce() async throws {
    let (device, provider) = try await device()
    try await enrol(device, .qrCode)
    for isClaimedBefore in [true, false] {
      tape.clear()
      let flow = device.client.start(FlowRequest(method: .qrCode))
      guard case .awaitApproval(let shown) = try await flow.prompt().0, let id = shown.qrData else {
        return #expect(Bool(false), "no QR code")
      }
      if isClaimedBefore { _ = try await provider.devices.claim(id) }
      try await provider.approve(id, number: nil)
      #expect(tape.made("challenge/claim").count == 1, "\(isClaimedBefore)")
      flow.reset()
    }
  }

  @Test("A52: in-app proofs carry the token if one is set") func inAppProofCarriesTheToken() async throws {
    let (device, provider) = try await device()
    try await enrol(device, .inApp)
    let token = try device.track(action: "pay")
    try device.client.setToken(token)
    _ = try await provider.devices.verify(action: "pay", user: "jane@example.com")
    #expect(tape.made("verify/in-app").last?.headers["Authorization"] == "Bearer " + token.revealText())
    #expect(tape.made("client/challenge").last?.body == JSONValue.object([:]).serialized)
  }

  @Test("A58: a push can be aimed at one device") func sendsAPushToOneDevice() async throws {
    let (device, _) = try await device()
    try await enrol(device, .push)
    var profile = FlowProfile()
    profile.authsignalAuthenticatorID = "another's"
    let flow = device.client.start(FlowRequest(identifier: "jane@example.com", method: .push, profile: profile))
    #expect(await flow.failure() != nil)
    let body = try JSONValue(parsing: try #require(tape.made("challenge/push").last?.body))
    #expect(body["userAuthenticatorId"] == "another's")
  }

  @Test("A61: a step-up by QR code is for its user") func requestsAQRCodeAsTheUser() async throws {
    let (device, _) = try await device()
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .qrCode))
    _ = try await flow.prompt()
    #expect(tape.made("challenge/qr-code").last?.headers["Authorization"]?.hasPrefix("Bearer ") == true)
    flow.reset()
  }

  @Test("A67: the WebSocket carries the user's token if one is set") func socketCarriesTheUsersToken() throws {
    let token = try AuthsignalWireScript.token()
    #expect(
      QRCodeMessage.subprotocols(tenant: "t-1", token) == ["authsignal-ws", "x.authsignal.token.aGVhZA.Ym9keQ.c2ln"])
    #expect(QRCodeMessage.subprotocols(tenant: "t-1") == ["authsignal-ws", "x.authsignal.tenant.t-1"])
  }

  @Test("A109: a conditionally created passkey is marked") func marksAConditionallyCreatedPasskey() async throws {
    let device = try Device(
      passkeys: WatchedAuthenticator(makesInPassing: true), through: { [tape] in Recorder(next: $0, tape: tape) })
    for (passkey, said) in [
      (PasskeyOptions(mediation: .conditional), true), (PasskeyOptions(), nil),
    ] as [(PasskeyOptions, JSONValue?)] {
      let name = "\(said == nil ? "jane" : "bob")@example.com"
      let flow = device.client.start(
        FlowRequest(identifier: name, purpose: .signUp, method: .passkey, passkey: passkey))
      _ = try await flow.result()
      let body = try JSONValue(parsing: try #require(tape.made("user-authenticators/passkey").last?.body))
      #expect(body["conditionalCreate"] == said)
    }
  }

  @Test("A73: the pre-built page opens in a web session and its token is kept") func launchesThePage() async throws {
    let (device, provider) = try await device()
    #expect(try WireSample.named("AS60").path == "<tracked url>&nativeScheme=authsignal")
    let tracked = try #require(URL(string: "https://page.example/mfa?token=a.b.c"))
    let proved = try device.track()
    let callback = try #require(URL(string: "authsignal://callback?token=" + proved.revealText()))
    let opened = Locked<[RedirectPrompt]>([])
    let given = try await provider.launch(tracked) { prompt in
      opened.withLock { $0.append(prompt) }
      return callback
    }
    #expect(given == proved && provider.cache.current?.secret == proved)
    let prompt = try #require(opened.withLock { $0.first })
    #expect(prompt.url.absoluteString == tracked.absoluteString + "&nativeScheme=authsignal")
    #expect(prompt.callbackScheme == "authsignal")
    #expect(try await provider.launch(tracked) { _ in nil } == nil)
    #expect(try await provider.launch(tracked) { (_) throws(AuthError) in throw .cancelled } == nil)
    #expect(provider.cache.current?.secret == proved, "closing the page keeps the token")
    let other = try #require(URL(string: "https://evil.example/?token=a.b.c"))
    await #expect(throws: AuthError(.malformedResponse, "")) { try await provider.launch(tracked) { _ in other } }
    let plain = try #require(URL(string: "http://page.example/mfa?token=a"))
    await #expect(throws: AuthError(.invalidRequest, "")) { try await provider.launch(plain) { _ in nil } }
  }

  @Test("A81: an authenticator without verificationMethod is listed") func listsAnAuthenticatorWithoutAMethod() throws {
    let list = try Authenticator.list([["userAuthenticatorId": "a-1"]])
    #expect(list.map(\.credential.id) == ["a-1"])
  }
}
