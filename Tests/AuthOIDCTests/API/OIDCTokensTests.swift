import AuthCore
import AuthCrypto
import AuthStorage
import AuthTesting
import Testing

@testable import AuthOIDC

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Valid and invalid responses of the token endpoint.
@Suite struct OIDCTokensTests {
  private let now = Date(timeIntervalSince1970: 1_000)

  private func tokens(
    _ change: JSONObject, isBound: Bool = false, allowsBearer: Bool = false
  ) throws(AuthError) -> OIDCTokens {
    var answer: JSONObject = ["access_token": "a", "token_type": "Bearer"]
    for member in change.members { answer[member.name] = member.value }
    return try OIDCTokens(
      .object(answer), requested: ["openid", "email"], isBound: isBound, allowsBearer: allowsBearer, now: now)
  }

  @Test func readsOptionalMembersAndDefaults() throws {
    let bare = try tokens([:])
    #expect(bare.expiresAt == nil && bare.refresh == nil && bare.scopes == ["openid", "email"])
    #expect(try tokens(["expires_in": 60]).expiresAt == now.addingTimeInterval(60))
    #expect(try tokens(["expires_in": "60"]).expiresAt == now.addingTimeInterval(60))
    #expect(try tokens(["scope": "openid"]).scopes == ["openid"])
    #expect(try tokens(["token_type": "bEARER"]).access == Secret("a"))
  }

  @Test func refusesUnrequestedScopes() {
    for scope in ["openid email admin", "admin", "openid  offline_access"] {
      #expect(throws: AuthError(.malformedResponse, "")) { try tokens(["scope": .string(scope)]) }
    }
  }

  @Test func refusesABearerForABoundToken() throws {
    #expect(throws: AuthError(.malformedResponse, "")) { try tokens([:], isBound: true) }
    #expect(throws: AuthError(.malformedResponse, "")) { try tokens(["token_type": "DPoP"]) }
    #expect(throws: AuthError(.malformedResponse, "")) {
      try tokens(["token_type": "mac"], isBound: true, allowsBearer: true)
    }
    #expect(try tokens(["token_type": "dpop"], isBound: true).access == Secret("a"))
    #expect(try tokens([:], isBound: true, allowsBearer: true).access == Secret("a"))
  }

  @Test func refusesMalformedResponses() {
    let faults: [JSONObject] = [
      ["access_token": nil], ["access_token": 1], ["token_type": nil], ["expires_in": -1], ["expires_in": "soon"],
      ["expires_in": 1e300], ["expires_in": "nan"],
    ]
    for fault in faults { #expect(throws: AuthError(.malformedResponse, ""), "\(fault.names)") { try tokens(fault) } }
  }
}
