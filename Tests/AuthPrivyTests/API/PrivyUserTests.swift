import AuthCore
import Testing

@testable import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct PrivyUserTests {
  @Test func readsAUserWithEveryKindOfAccount() throws {
    let user = try PrivyUser(
      json: [
        "id": "did:privy:cabcdefghijklmnopqrstuvwx", "created_at": 1_700_000_000, "has_accepted_terms": true,
        "is_guest": false, "mfa_methods": ["totp", ["type": "sms"]], "custom_metadata": ["plan": "pro"],
        "linked_accounts": [
          [
            "type": "custom_auth", "custom_user_id": "u-1", "verified_at": 1, "first_verified_at": 2,
            "latest_verified_at": 3,
          ],
          ["type": "email", "address": "jane@example.com"], ["type": "phone", "phoneNumber": "+15551234567"],
          ["type": "phone", "phone_number": "+15557654321"],
          [
            "type": "wallet", "address": "0xab", "chain_type": "ethereum", "id": "w1", "wallet_client_type": "privy",
            "connector_type": "embedded",
          ],
          ["type": "wallet", "address": "So1", "chain_type": "solana", "wallet_client_type": "phantom"],
          ["type": "google_oauth", "subject": "g1", "email": "jane@gmail.example", "name": "Jane"],
          ["type": "twitter_oauth", "subject": "t1", "username": "jane", "name": nil],
          ["type": "telegram", "telegram_user_id": "99", "username": "jane_t"],
          ["type": "passkey", "credential_id": "pk", "enrolled_in_mfa": true, "authenticator_name": "Phone"],
          ["type": "github_oauth", "subject": "gh1", "username": "jane"],
          ["type": "custom:acme", "subject": "x", "email": "jane@acme.example"],
          ["type": "email"], ["type": "line_oauth"], ["type": "farcaster"], ["no": "type"], "rubbish",
          [
            "type": "farcaster", "fid": 7, "username": "jane", "display_name": "Jane D.", "owner_address": "0xcd",
          ],
          ["type": "farcaster", "fid": 8, "oa": "0xef"],
        ],
      ])
    #expect(user.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(user.hasAcceptedTerms)
    #expect(user.mfaMethods == ["totp", "sms"])
    #expect(user.customMetadata?["plan"]?.stringValue == "pro")
    #expect(user.email == "jane@example.com")
    #expect(user.customUserID == "u-1")
    #expect(user.displayName == "Jane")
    let kinds = user.linkedAccounts.map(\.kind)
    #expect(kinds.count == 17)
    #expect(kinds[0] == .customAuth(userID: "u-1"))
    #expect(user.linkedAccounts[0].latestVerifiedAt == Date(timeIntervalSince1970: 3))
    #expect(kinds[2] == .phone("+15551234567"))
    #expect(kinds[3] == .phone("+15557654321"))
    #expect(kinds[4] == .wallet(.init(id: "w1", address: "0xab", chainType: "ethereum", isEmbedded: true)))
    #expect(kinds[5] == .wallet(.init(id: nil, address: "So1", chainType: "solana", isEmbedded: false)))
    #expect(
      kinds[6] == .oauth("google", .init(subject: "g1", email: "jane@gmail.example", username: nil, name: "Jane")))
    #expect(kinds[8] == .telegram(.init(userID: "99", username: "jane_t")))
    #expect(kinds[9] == .passkey(.init(credentialID: "pk", authenticatorName: "Phone", isSecondFactor: true)))
    #expect(kinds[10] == .oauth("github", .init(subject: "gh1", email: nil, username: "jane", name: nil)))
    #expect(
      kinds[11] == .oauth("custom:acme", .init(subject: "x", email: "jane@acme.example", username: nil, name: nil)))
    #expect(
      kinds[15]
        == .farcaster(.init(fid: 7, username: "jane", displayName: "Jane D.", ownerAddress: "0xcd")))
    // An identity token spells one member differently (P67).
    #expect(kinds[16] == .farcaster(.init(fid: 8, username: nil, displayName: nil, ownerAddress: "0xef")))
    #expect(user.linkedAccounts[15].credential.id == "7")
    #expect(user.linkedAccounts[15].credential.label == "jane")
    // An account of an unknown type is kept unchanged. So is an account of a known type without its required members.
    for (index, type) in [(12, "email"), (13, "line_oauth"), (14, "farcaster")] {
      #expect(user.linkedAccounts[index].type == type)
      guard case .other(let json) = kinds[index] else {
        Issue.record("\(type) is not kept as other")
        continue
      }
      #expect(json["type"]?.stringValue == type)
    }
  }

  @Test func requiresAnID() {
    for value in [JSONValue.null, [], [:], ["id": ""], ["id": 7]] {
      #expect(throws: AuthError(.malformedResponse, "")) { try PrivyUser(json: value) }
    }
  }

  @Test func readsAnswers() throws {
    let full = try AuthenticatedUser([
      "token": "a.b.c", "privy_access_token": "pat", "refresh_token": "r", "identity_token": " ",
      "session_update_action": "ignore", "is_new_user": true, "user": ["id": "did:privy:c"],
    ])
    #expect(full.sessionUpdate == .ignore)
    #expect(full.isNewUser)
    #expect(full.privyAccessToken == Secret("pat"))
    #expect(full.identityToken == nil)
    #expect(try AuthenticatedUser(["token": "t", "user": nil]).sessionUpdate == .set)
    // Neither a token nor an action: the response says nothing about the session.
    #expect(throws: AuthError(.malformedResponse, "")) { try AuthenticatedUser(["token": nil, "user": nil]) }
    #expect(throws: AuthError(.malformedResponse, "")) { try AuthenticatedUser(["session_update_action": "merge"]) }
  }
}
