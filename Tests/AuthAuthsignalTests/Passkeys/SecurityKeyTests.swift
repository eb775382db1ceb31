import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Security keys, against the sandbox's relying party (A111). The software authenticator stands for the security key.
@Suite struct SecurityKeyTests {
  private struct Recorder: HTTPTransport {
    final class Tape: Sendable { let requests = Locked<[TransportRequest]>([]) }
    let next: any HTTPTransport
    let tape: Tape

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      tape.requests.withLock { $0.append(request) }
      return try await next.send(request)
    }
  }

  private let tape = Recorder.Tape()
  private static let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .securityKey)
  private static let signIn = FlowRequest(identifier: "jane@example.com", method: .securityKey)

  private func device(_ authenticator: WatchedAuthenticator = WatchedAuthenticator()) throws -> Device {
    try Device(changing: ["syncCredentials": true], passkeys: authenticator) { [tape] in
      Recorder(next: $0, tape: tape)
    }
  }

  private func requests(_ path: String) -> [TransportRequest] {
    tape.requests.withLock { $0.filter { $0.url.path.hasSuffix(path) } }
  }

  private func body(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: try #require(requests(path).last?.body))
  }

  @Test func signsUpInAndStepsUp() async throws {
    let authenticator = WatchedAuthenticator()
    let device = try device(authenticator)
    #expect(try device.provider().methods.contains(.securityKey))
    guard case .session(let first, isNewUser: true) = try await device.client.start(Self.signUp).result() else {
      return #expect(Bool(false), "no session of a new user")
    }
    guard case .session(let session, isNewUser: false) = try await device.client.start(Self.signIn).result() else {
      return #expect(Bool(false), "no session")
    }
    #expect(session.subject == first.subject && session.identifier == "jane@example.com")
    let stepUp = FlowRequest(purpose: .stepUp(action: "pay"), method: .securityKey)
    guard case .proof(let proof) = try await device.client.start(stepUp).result() else {
      return #expect(Bool(false), "no proof")
    }
    #expect(proof.action == "pay" && proof.subject == session.subject)
    // It is no passkey of this device: nothing is remembered or signalled.
    #expect(authenticator.signals.isEmpty)
    #expect(try await device.provider().services.records.keys().isEmpty)
    #expect(try await device.provider().passkeys.shouldPromptToCreate())
    #expect(try device.sandbox.requestCount("client/challenge") == 0)
  }

  @Test("A111: the calls of a security key have no wrapper, and always a token") func sendsTheBareCredential()
    async throws
  {
    let device = try device()
    _ = try await device.client.start(Self.signUp).result()
    _ = try await device.client.start(Self.signIn).result()
    #expect(try body("security-key/registration-options") == [:])
    #expect(try body("security-key/authentication-options") == [:])
    let added = try body("user-authenticators/security-key")
    let verified = try body("verify/security-key")
    for (body, names) in [
      (added, ["attestationObject", "clientDataJSON", "transports"]),
      (verified, ["authenticatorData", "clientDataJSON", "signature", "userHandle"]),
    ] {
      #expect(Set(body.objectValue?.names ?? []) == ["id", "rawId", "type", "clientExtensionResults", "response"])
      #expect(body["id"] == body["rawId"] && body["type"] == "public-key")
      #expect((body["response"]?.objectValue?.names ?? []).sorted() == names)
    }
    // The handle is the bytes that `user.id` encodes, on every platform (A113).
    let handle = verified["response"]?["userHandle"]?.stringValue
    #expect(handle.flatMap { Base64URL.decode($0) }?.count == 32)
    for request in requests("security-key") + requests("-options") {
      #expect(request.headers["Authorization"]?.hasPrefix("Bearer ") == true)
    }
  }

  @Test("A111: the options of the server decide about attachment and user verification") func readsTheOptions() throws {
    var json: JSONObject = [
      "challenge": .string(Base64URL.encode([UInt8](repeating: 7, count: 32))), "rp": ["id": "example.com"],
      "user": ["id": .string(Base64URL.encode(Array("jane".utf8))), "name": "jane"],
    ]
    let plain = try PasskeyCreationOptions(.object(json), of: .securityKey, options: PasskeyOptions())
    #expect(plain.challengeID == nil && !plain.request.asksForSecurityKey)
    #expect(plain.request.userVerification == "preferred" && plain.request.userHandle == Array("jane".utf8))
    json["authenticatorSelection"] = ["authenticatorAttachment": "cross-platform", "userVerification": "discouraged"]
    let asked = try PasskeyCreationOptions(.object(json), of: .securityKey, options: PasskeyOptions()).request
    #expect(asked.asksForSecurityKey && asked.userVerification == "discouraged")
    #expect(throws: AuthError(.malformedResponse, "")) {
      try PasskeyCreationOptions(.object(json), of: .passkey, options: PasskeyOptions())
    }
    #expect(throws: AuthError(.malformedResponse, "")) {
      try PasskeyRequestOptions(["options": .object(json)], of: .securityKey, options: PasskeyOptions())
    }
  }

  @Test func enrolsAndLists() async throws {
    let device = try device()
    try await device.signIn()
    let flow = device.client.start(FlowRequest(purpose: .enroll(.securityKey)))
    guard case .credential(let credential) = try await flow.result() else { return #expect(Bool(false)) }
    #expect(credential.method == .securityKey)
    let listed = try await device.provider().credentials(of: try await device.client.session())
    #expect(listed.map(\.method) == [.emailOTP, .securityKey] && listed.last?.id == credential.id)
    #expect(listed.last?.label == "Security key")
    // It is excluded from a second registration, and cannot be used as a passkey.
    let again = FlowRequest(purpose: .enroll(.securityKey))
    #expect(await device.client.start(again).failure()?.code == .credentialExcluded)
    let error = await device.client.start(FlowRequest(method: .passkey)).failure()
    #expect(error?.code == .noCredential && error?.vendorCode == "unknown_credential")
  }

  @Test func reportsRefusals() async throws {
    let device = try device()
    // A user without a security key.
    try await device.signIn()
    let refused = await device.client.start(Self.signIn).failure()
    #expect(refused?.code == .providerError && refused?.vendorCode == "invalid_request")
    // The user declines.
    let declining = try self.device(WatchedAuthenticator(consent: { _ in .deny }))
    #expect(await declining.client.start(Self.signUp).failure()?.code == .cancelled)
    // No authenticator, no security key.
    let none = try Device()
    #expect(await none.client.start(Self.signIn).failure()?.code == .methodNotAvailable)
    // No token.
    let bare = try Device(changing: ["backend": .null], passkeys: WatchedAuthenticator())
    #expect(await bare.client.start(Self.signIn).failure()?.code == .tokenRequired)
    let token = try device.track()
    device.clock.advance(by: .seconds(601))
    var late = Self.signIn
    late.token = token
    #expect(await device.client.start(late).failure()?.code == .tokenExpired)
  }

  @Test func aCredentialThatTheServerRemovedIsReported() async throws {
    let authenticator = WatchedAuthenticator()
    let device = try device(authenticator)
    _ = try await device.client.start(Self.signUp).result()
    device.control("faults", ["match": "/authsignal/v1/client/verify/security-key", "kind": "drop", "times": 1])
    #expect(await device.client.start(Self.signIn).failure()?.code == .network)
    device.control("reset", [:])
    let error = await device.client.start(Self.signIn).failure()
    #expect(error?.code == .providerError && authenticator.signals.isEmpty)
  }

  @Test func namesTheSecurityKeyIfItIsTheOnlyMethod() async throws {
    let device = try device()
    _ = try await device.client.start(Self.signUp).result()
    let error = await device.client.signIn(identifier: "jane@example.com").failure()
    #expect(error?.code == .methodNotAvailable && error?.message.contains("'security_key'") == true)
  }
}
