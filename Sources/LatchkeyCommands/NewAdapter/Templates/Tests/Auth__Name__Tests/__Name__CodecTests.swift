import AuthCore
import Testing

@testable import Auth__Name__

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's responses and errors, as the vendor's documents show them. Paste real responses here. Invented
/// responses do not prove that the codec reads what the vendor sends.
@Suite struct __Name__CodecTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  @Test func decodesASentCode() throws {
    let full = try PendingCode(["flow": "f", "resend_in": 10, "expires_in": 600], email: "jane@example.com", now: now)
    #expect(full.resendAt == now.addingTimeInterval(10))
    #expect(full.expiresAt == now.addingTimeInterval(600))
    #expect(PendingCode(json: full.json) == full)
    let bare = try PendingCode(["flow": "f"], email: "jane@example.com", now: now)
    #expect(bare.resendAt == now.addingTimeInterval(30) && bare.expiresAt == nil)
    #expect(throws: AuthError(.malformedResponse, "")) { try PendingCode([:], email: "jane@example.com", now: now) }
  }

  @Test func decodesATokenResponse() throws {
    let full: JSONObject = [
      "user": ["id": "u", "is_new": true], "access_token": "a", "refresh_token": "r", "expires_in": 60,
    ]
    let answer = try TokenAnswer(.object(full))
    #expect(answer.userID == "u" && answer.isNewUser && answer.access == Secret("a") && answer.refresh == Secret("r"))
    #expect(answer.expiry(from: now) == now.addingTimeInterval(60))
    for missing in ["user", "access_token", "expires_in"] {
      var less = full
      less[missing] = nil
      #expect(throws: AuthError(.malformedResponse, "")) { try TokenAnswer(.object(less)) }
    }
    for seconds: JSONValue in [0, -1, "60", 1e300] {
      var other = full
      other["expires_in"] = seconds
      #expect(throws: AuthError(.malformedResponse, "")) { try TokenAnswer(.object(other)) }
    }
  }

  @Test func mapsEachErrorOfTheServer() {
    let table: [(status: Int, body: String, code: AuthError.Code, recovery: AuthError.Recovery)] = [
      (401, #"{"error": "wrong_code", "attempts_left": 2}"#, .invalidCode, .retryInput),
      (422, #"{"error": "invalid_email"}"#, .invalidIdentifier, .retryInput),
      (410, #"{"error": "code_expired"}"#, .codeExpired, .resend),
      (403, #"{"error": "too_many_attempts"}"#, .tooManyAttempts, .restart),
      (401, #"{"error": "invalid_grant"}"#, .sessionRevoked, .signIn),
      (400, #"{"error": "what is this"}"#, .providerError, .restart),
      (400, "<html>", .malformedResponse, .retryRequest),
      (503, #"{"error": "invalid_grant"}"#, .serverError, .retryRequest),
    ]
    for (status, body, code, recovery) in table {
      let error = __Name__Errors.error(TransportResponse(status: status, body: Array(body.utf8)), now: now)
      #expect(error.code == code && error.recovery == recovery, "\(status) \(body)")
      #expect(error.attemptsRemaining == (code == .invalidCode ? 2 : nil), "\(status) \(body)")
    }
  }
}
