import AuthCore
import Testing

@testable import AuthBeacon

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Beacon's responses and errors.
@Suite struct BeaconCodecTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  @Test func readsARequestedApproval() throws {
    let answer: JSONObject = ["request": "r", "shows": "47", "expires_in": 120, "poll_every": 5]
    let pending = try PendingApproval(.object(answer), now: now)
    #expect(pending.expiresAt == now.addingTimeInterval(120) && pending.interval == 5)
    #expect(PendingApproval(json: pending.json) == pending)
    for missing in ["request", "shows", "expires_in"] {
      var less = answer
      less[missing] = nil
      #expect(throws: AuthError(.malformedResponse, "")) { try PendingApproval(.object(less), now: now) }
    }
    for (seconds, interval): (JSONValue, Int64) in [(0, 1), (-5, 1), (100_000, 60), (.null, 3)] {
      var other = answer
      other["poll_every"] = seconds
      #expect(try PendingApproval(.object(other), now: now).interval == interval)
    }
  }

  @Test func readsADecision() throws {
    let read = try Approved(["state": "approved", "session": "s", "user": ["id": "u"], "valid_until": 1_000_060])
    let approved = try #require(read)
    #expect(approved.token == Secret("s") && approved.userID == "u" && approved.userName == nil)
    #expect(approved.validUntil == now.addingTimeInterval(60))
    let waiting = try Approved(["state": "waiting"])
    #expect(waiting == nil)
    let refusals: [(answer: JSONValue, code: AuthError.Code)] = [
      (["state": "denied"], .approvalDenied), (["state": "expired"], .approvalExpired),
      (["state": "else"], .malformedResponse),
      ([:], .malformedResponse), (["state": "approved"], .malformedResponse),
    ]
    for (answer, code) in refusals { #expect(throws: AuthError(code, "")) { try Approved(answer) } }
  }

  @Test func mapsErrorsByTheTable() {
    let table: [(status: Int, body: String, code: AuthError.Code)] = [
      (403, #"{"problem": {"type": "unknown-app"}}"#, .invalidConfiguration),
      (410, #"{"problem": {"type": "unknown-request"}}"#, .flowExpired),
      (401, #"{"problem": {"type": "session-over"}}"#, .sessionRevoked),
      (400, #"{"problem": "what"}"#, .providerError), (400, "<html>", .malformedResponse),
      (503, #"{"problem": {"type": "session-over"}}"#, .serverError),
    ]
    for (status, body, code) in table {
      let error = BeaconErrors.error(TransportResponse(status: status, body: Array(body.utf8)), now: now)
      #expect(error.code == code, "\(status) \(body)")
    }
  }
}
