import AuthCore
import AuthTesting
import Testing

@testable import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Submissions and the queries for their outcome.
@Suite struct TurnkeyAPITests {
  private struct CountingStamper: Stamper {
    let count = Counter()
    func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
      count.value.withLock { $0 += 1 }
      return Stamp(name: "X-Stamp", value: "s")
    }
  }

  private final class Counter: Sendable {
    let value = Locked(0)
  }

  private let body = Array(#"{"a":1}"#.utf8)

  private func answer(_ status: String, _ result: JSONValue = [:]) -> JSONValue {
    ["activity": ["id": "act", "status": .string("ACTIVITY_STATUS_" + status), "result": result]]
  }

  private func api(_ transport: ScriptedTransport, _ clock: any AuthClock) throws -> TurnkeyAPI {
    TurnkeyAPI(
      baseURL: try #require(URL(string: "https://api.example.com")), transport: transport, clock: clock)
  }

  /// A clock on which every sleep returns at once.
  private struct Hurried: AuthClock {
    func now() -> Date { Date(timeIntervalSince1970: 0) }
    func uptime() -> Duration { .zero }
    func sleep(for duration: Duration) async throws(CancellationError) {}
  }

  @Test func pollsAPasskeysActivityWithTheSameBytesAndStamp() async throws {
    let path = "/public/v1/submit/stamp_login"
    let transport = ScriptedTransport([
      .json("POST", path, answer("CREATED")), .json("POST", path, answer("PENDING")),
      .json("POST", path, answer("COMPLETED", ["stampLoginResult": ["session": "jwt"]])),
    ])
    let stamp = Stamp(name: "X-Stamp-WebAuthn", value: "{}")
    let result = try await api(transport, Hurried()).submit(
      "stamp_login", stamped: body, by: stamp, organizationID: "org", stamper: CountingStamper())
    #expect(try result.text("session") == "jwt")
    #expect(transport.requests.count == 3)
    for request in transport.requests {
      #expect(request.body == body)
      #expect(request.headers["X-Stamp-WebAuthn"] == "{}")
      #expect(request.headers["Content-Type"] == "application/json")
    }
  }

  @Test("T37: a vote is sent once, and polling for its outcome needs no further stamp of the voter")
  func sendsAVoteOnce() async throws {
    let transport = ScriptedTransport([.json("POST", "/public/v1/submit/approve_activity", answer("PENDING"))])
    let stamper = CountingStamper()
    let activity = try await api(transport, Hurried()).vote(
      "approve_activity", on: "sha256:aa", organizationID: "org", stamper: stamper)
    #expect(activity.isPending)
    #expect(transport.requests.count == 1)
    #expect(stamper.count.value.withLock { $0 } == 1)
  }

  @Test func queriesAnActivityWithBothRequiredMembers() async throws {
    let transport = ScriptedTransport([
      .json("POST", "/public/v1/submit/create_wallet", answer("PENDING")),
      .json("POST", "/public/v1/query/get_activity", answer("COMPLETED", ["createWalletResult": ["walletId": "w"]])),
    ])
    let stamper = CountingStamper()
    let result = try await api(transport, Hurried()).submit(
      "create_wallet", body: body, organizationID: "org", result: "createWalletResult", stamper: stamper)
    #expect(try result.text("walletId") == "w")
    #expect(stamper.count.value.withLock { $0 } == 2)
    let question = try JSONValue(parsing: try #require(transport.requests.last?.body))
    #expect(question == ["organizationId": "org", "activityId": "act"])
  }

  @Test func reportsEveryStatus() throws {
    let failure: JSONValue = [
      "code": 3, "message": "request not authorized",
      "details": [["@type": "type.googleapis.com/errors.v1.TurnkeyErrorDetail", "turnkeyErrorCode": "FORBIDDEN"]],
    ]
    let cases: [(String, AuthError.Code?)] = [
      ("COMPLETED", nil), ("FAILED", .forbidden), ("CONSENSUS_NEEDED", .consensusNeeded), ("REJECTED", .forbidden),
      ("AUTHENTICATORS_NEEDED", .mfaRequired), ("SOMETHING_NEW", .providerError),
    ]
    for (status, code) in cases {
      let activity = try VendorActivity([
        "activity": [
          "id": "a", "status": .string("ACTIVITY_STATUS_" + status), "result": ["x": ["y": 1]], "failure": failure,
        ]
      ])
      #expect(!activity.isPending)
      if let code {
        #expect(throws: AuthError(code, "")) { try activity.result("x") }
      } else {
        #expect(try activity.result("x") == ["y": 1])
        #expect(throws: AuthError(.malformedResponse, "")) { try activity.result("z") }
      }
    }
  }

  @Test("a failed activity is judged by the key that stamped it") func judgesAFailureByItsKey() throws {
    let failed: JSONValue = [
      "activity": [
        "id": "a", "status": "ACTIVITY_STATUS_FAILED",
        "failure": ["code": 16, "message": "", "details": [["turnkeyErrorCode": "PUBLIC_KEY_NOT_FOUND"]]],
      ]
    ]
    let cases: [(TurnkeyErrors.Context, AuthError.Code)] = [
      (.stamped, .sessionRevoked), (.passkey, .invalidToken), (.wallet, .userNotFound),
    ]
    for (context, code) in cases {
      let activity = try VendorActivity(failed, in: context)
      #expect(activity.error?.code == code)
      #expect(throws: AuthError(code, "")) { try activity.result("x") }
    }
    #expect(try VendorActivity(failed).error?.code == .sessionRevoked)
  }
}
