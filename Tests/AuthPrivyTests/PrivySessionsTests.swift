import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests in tables how a response changes a session.
@Suite struct PrivySessionsTests {
  private let sessions = PrivySessions(providerID: "privy", tenant: "app")
  private let now = Date(timeIntervalSince1970: 1000)

  private func jwt(_ expiry: Int64) -> String {
    Base64URL.encode(Array("{}".utf8)) + "." + Base64URL.encode(Array(#"{"exp":\#(expiry)}"#.utf8)) + ".c2ln"
  }

  private func held(expiresAt: Double = 1500) -> Session {
    var session = Session(
      id: SessionID("s"), providerID: "privy", tenant: "app", subject: "did:1",
      tokens: SessionTokens(access: Secret("old"), refresh: Secret("r1"), identity: Secret("i1")),
      createdAt: Date(timeIntervalSince1970: 500), expiresAt: Date(timeIntervalSince1970: expiresAt))
    session.tokens.other["privy_access_token"] = Secret("p1")
    return session
  }

  private func renew(_ session: Session, _ answer: JSONObject) throws(AuthError) -> PrivySessions.Verdict {
    try sessions.renew(session, by: AuthenticatedUser(.object(answer)), now: now)
  }

  private func renewed(_ session: Session, _ answer: JSONObject) throws -> Session {
    guard case .renewed(let renewed) = try renew(session, answer) else {
      throw AuthError(.internalError, "not renewed")
    }
    return renewed
  }

  @Test func setReplacesTheReturnedTokens() throws {
    let answer: JSONObject = [
      "session_update_action": "set", "token": .string(jwt(4600)), "refresh_token": "r2", "privy_access_token": "p2",
      "identity_token": "i2", "user": ["id": "did:1", "linked_accounts": [["type": "email", "address": "j@e.com"]]],
    ]
    let session = try renewed(held(expiresAt: 900), answer)
    #expect(session.id == SessionID("s"))
    #expect(session.tokens.access == Secret(jwt(4600)))
    #expect(session.tokens.refresh == Secret("r2"))
    #expect(session.tokens.identity == Secret("i2"))
    #expect(session.tokens.other["privy_access_token"] == Secret("p2"))
    #expect(session.expiresAt == Date(timeIntervalSince1970: 4600))
    #expect(session.createdAt == now)
    #expect(session.identifier == "j@e.com")
    #expect(session.privyUser?.id == "did:1")
  }

  @Test("P50: a response with `ignore` contains new tokens, and the session keeps each")
  func ignoreKeepsTheReturnedTokens() throws {
    let kept = try renewed(
      held(),
      [
        "session_update_action": "ignore", "token": nil, "refresh_token": "r2", "privy_access_token": "p2",
        "identity_token": "i2",
      ])
    #expect(kept.tokens.access == held().tokens.access)
    #expect(kept.tokens.refresh == Secret("r2"))
    #expect(kept.tokens.identity == Secret("i2"))
    #expect(kept.tokens.other["privy_access_token"] == Secret("p2"))
    #expect(kept.createdAt == held().createdAt)
    #expect(try renewed(held(), ["session_update_action": "ignore"]).tokens == held().tokens)
    let partly = try renewed(
      held(),
      [
        "session_update_action": "ignore", "token": .string(jwt(4600)), "refresh_token": "r2",
        "privy_access_token": "p2",
      ])
    #expect(partly.tokens.access == Secret(jwt(4600)))
    #expect(partly.tokens.refresh == Secret("r2"))
    #expect(partly.tokens.other["privy_access_token"] == Secret("p2"))
  }

  @Test("P51: the refresh token `deprecated` is ignored; the cookie replaces it, if there is one")
  func deprecatedRefreshToken() throws {
    let answer: JSONObject = [
      "session_update_action": "set", "token": .string(jwt(4600)), "refresh_token": "deprecated",
      "user": ["id": "did:1"],
    ]
    #expect(try renewed(held(), answer).tokens.refresh == Secret("r1"))
    let bare = try sessions.session(
      AuthenticatedUser(.object(answer)), id: SessionID("n"), identifier: nil, now: now)
    #expect(bare.tokens.refresh == nil && RefreshCredential(bare) == nil)
    var headers = HTTPHeaders()
    headers.add("Set-Cookie", "privy-session=t; Path=/")
    headers.add("Set-Cookie", "privy-refresh-token=c1; Path=/; HttpOnly; Secure")
    let session = try sessions.session(
      AuthenticatedUser(.object(answer), headers: headers), id: SessionID("n"), identifier: nil, now: now)
    #expect(session.tokens.refresh == nil)
    let credential = try #require(RefreshCredential(session))
    #expect(credential.body == ["refresh_token": "deprecated"])
    #expect(credential.cookieHeader == "privy-refresh-token=c1")
    // Apple's systems join several Set-Cookie fields into one.
    let joined = "privy-session=t; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/, privy-refresh-token=c2; Path=/"
    #expect(try RefreshCredential(.object(answer), headers: ["Set-Cookie": joined]) == .cookie(Secret("c2")))
    // A value that could inject a header field is ignored.
    let evil = try RefreshCredential(.object(answer), headers: ["Set-Cookie": "privy-refresh-token=a b; Path=/"])
    #expect(evil == nil)
  }

  @Test func refusesARenewalWithoutALiveToken() throws {
    let cases: [(Session, JSONObject, AuthError.Code)] = [
      (held(expiresAt: 1000), ["session_update_action": "ignore", "token": nil], .sessionExpired),
      (held(expiresAt: 999), ["session_update_action": "set", "token": nil], .sessionExpired),
      (held(), ["session_update_action": "set", "token": .string(jwt(1000))], .sessionExpired),
      (held(), ["session_update_action": "clear", "token": nil], .sessionRevoked),
    ]
    for (session, answer, expected) in cases {
      guard case .rejected(let error) = try renew(session, answer) else {
        Issue.record("not rejected: \(JSONValue.object(answer).serializedText)")
        continue
      }
      #expect(error.code == expected)
    }
  }

  @Test("a late response is a renewal if its refresh token is new, even if its access token has expired")
  func lateAnswer() throws {
    let session = try renewed(
      held(), ["session_update_action": "set", "token": .string(jwt(1000)), "refresh_token": "r2"])
    #expect(session.tokens.refresh == Secret("r2"))
    #expect(session.isExpired(at: now), "the session must be renewed again before its next use")
  }

  @Test func refusesARenewalForAnotherUser() throws {
    guard
      case .anotherUser = try renew(
        held(), ["session_update_action": "set", "token": .string(jwt(4600)), "user": ["id": "did:2"]])
    else {
      Issue.record("a renewal for another user was accepted")
      return
    }
  }

  @Test func refusesATokenWithoutExpiry() {
    #expect(throws: AuthError(.malformedResponse, "")) { try renew(held(), ["token": "opaque"]) }
  }

  @Test func newSessionNeedsAllItsParts() throws {
    let user: JSONValue = ["id": "did:1", "linked_accounts": [["type": "custom_auth", "custom_user_id": "u-1"]]]
    func session(_ answer: JSONObject, identifier: String? = nil) throws(AuthError) -> Session {
      try sessions.session(
        AuthenticatedUser(.object(answer)), id: SessionID("n"), identifier: identifier, now: now)
    }
    let made = try session(["token": .string(jwt(4600)), "refresh_token": "r", "user": user])
    #expect(made.subject == "did:1")
    #expect(made.tenant == "app")
    #expect(made.identifier == "u-1")
    #expect(made.expiresAt == Date(timeIntervalSince1970: 4600))
    #expect(try session(["token": .string(jwt(4600)), "user": user], identifier: " jane ").identifier == "jane")
    #expect(throws: AuthError(.malformedResponse, "")) { try session(["token": .string(jwt(4600))]) }
    #expect(throws: AuthError(.malformedResponse, "")) { try session(["user": user]) }
    #expect(throws: AuthError(.malformedResponse, "")) { try session(["token": "opaque", "user": user]) }
    #expect(throws: AuthError(.invalidToken, "")) {
      try session(["session_update_action": "clear", "token": .string(jwt(4600)), "user": user])
    }
  }
}
