import AuthCore
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The delivery of webhooks: order, repetition, and the effects of a failure (A89, A102).
@Suite struct AuthsignalWebhookDeliveryTests {
  /// The app's backend: returns scripted responses, and records the requests.
  private final class Backend: HTTPTransport {
    private let state = Locked<(answers: [Int?], received: [TransportRequest])>(([], []))

    /// - Parameter answers: The statuses of the responses, in order; nil for no response. Later responses are 200.
    init(_ answers: [Int?] = []) { state.withLock { $0.answers = answers } }

    var received: [TransportRequest] { state.withLock { $0.received } }

    func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse {
      let status = state.withLock { state -> Int? in
        state.received.append(request)
        return state.answers.isEmpty ? 200 : state.answers.removeFirst()
      }
      guard let status else { throw AuthError(.network, "down") }
      return TransportResponse(status: status, body: [])
    }
  }

  /// A clock whose sleeps end at once and are recorded.
  private final class ImpatientClock: AuthClock {
    private let state = Locked<[Duration]>([])
    var sleeps: [Duration] { state.withLock { $0 } }
    func now() -> Date { Date(timeIntervalSince1970: 0) }
    func uptime() -> Duration { .zero }
    func sleep(for duration: Duration) async throws(CancellationError) { state.withLock { $0.append(duration) } }
  }

  private let clock = ImpatientClock()

  private func delivery(_ desk: AuthsignalDesk, _ backend: Backend) throws -> AuthsignalWebhookDelivery {
    AuthsignalWebhookDelivery(
      sandbox: desk.sandbox, url: try #require(URL(string: "http://127.0.0.1:9/hooks")), transport: backend,
      clock: clock)
  }

  private func types(_ backend: Backend) throws -> [String?] {
    try backend.received.map { try JSONValue(parsing: $0.body ?? [])["type"]?.stringValue }
  }

  @Test func deliversEachWebhookOnceAndInOrder() async throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let backend = Backend()
    let delivery = try delivery(desk, backend)
    #expect(try await delivery.deliver() == 3)
    #expect(try types(backend) == ["email.created", "authenticator.created", "action.verify"])
    #expect(backend.received.allSatisfy { $0.headers["X-Signature-V2"]?.hasPrefix("t=") == true })
    #expect(try await delivery.deliver() == 0)
    #expect(backend.received.count == 3 && clock.sleeps.isEmpty)
  }

  @Test func repeatsWithANewSignature() async throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    _ = try desk.client("POST", "/user-authenticators/email-otp", ["email": "jane@example.com"], token: token)
    let backend = Backend([nil, 503, 429, 200])
    #expect(try await delivery(desk, backend).deliver() == 1)
    #expect(backend.received.count == 4 && clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(Set(backend.received.map(\.body)).count == 1)
    #expect(
      try desk.client(
        "POST", "/verify/email-otp", ["verificationCode": .string(try desk.sandbox.lastCode(to: "jane@example.com"))],
        token: token
      )["isVerified"] == true)
  }

  @Test func undeliveredChallengeFails() async throws {
    for answers: [Int?] in [[500, 500, 500, 500], [404]] {
      let desk = try AuthsignalDesk()
      let token = try desk.track()
      _ = try desk.client("POST", "/user-authenticators/email-otp", ["email": "jane@example.com"], token: token)
      let backend = Backend(answers)
      #expect(try await delivery(desk, backend).deliver() == 0)
      #expect(backend.received.count == answers.count, "a refused webhook is not repeated")
      let answer = try desk.client(
        "POST", "/verify/email-otp", ["verificationCode": .string(try desk.sandbox.lastCode(to: "jane@example.com"))],
        token: token)
      #expect(answer["isVerified"] == false && answer["failureReason"] == "CODE_INVALID_OR_EXPIRED")
      #expect(try desk.server("POST", "/validate", ["token": .string(token)])["state"] == "CHALLENGE_FAILED")
    }
  }

  @Test func undeliveredPushIsDenied() async throws {
    let desk = try AuthsignalDesk()
    let token = try desk.enrolledByEmail()
    let device: JSONValue = [
      "publicKey": .string(Self.publicKey), "deviceName": "Phone", "devicePlatform": "ios",
    ]
    #expect(try desk.client("POST", "/user-authenticators/push", device, token: token).status == 200)
    try await delivery(desk, Backend()).deliver()
    let asked = try desk.client("POST", "/challenge/push", [:], token: token)
    try await delivery(desk, Backend([400])).deliver()
    let state = try desk.client(
      "POST", "/verify/push", ["challengeId": try #require(asked["challengeId"])], token: token)
    #expect(state["isVerified"] == false && state["isConsumed"] == true)
  }

  /// The public key of the vector in A40.
  private static let publicKey =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEr++hb5fKmy0j64bMtkCY0g25CFYGLrJJwzqbZy8m32GTCla4ei/KZjNLA0WKv4eX"
    + "F8Esxo7XMpCvLiZkeWuSIA=="
}
