import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

/// Passkeys: registered at sign-up, stamping requests, signing in.
@Suite struct TurnkeyPasskeyTests {
  let caller: TurnkeyCaller
  init() throws { caller = try TurnkeyCaller() }

  private func signUp(_ passkey: TurnkeyPasskey, name: String = "jane") -> SandboxResponse {
    caller.proxy(
      "signup_v2",
      [
        "userName": .string(name), "apiKeys": [], "authenticators": [passkey.registration()], "oauthProviders": [],
      ])
  }

  private func whoAmI(_ passkey: TurnkeyPasskey, stamp: ([UInt8]) throws -> String) throws -> SandboxResponse {
    let body: JSONValue = ["organizationId": .string(caller.organization)]
    return caller.sandbox.post(
      "/turnkey/public/v1/query/whoami", body, headers: ["X-Stamp-WebAuthn": try stamp(body.serialized)])
  }

  @Test func signUpStampAndSignIn() throws {
    let passkey = TurnkeyPasskey()
    let made = signUp(passkey)
    #expect(made.status == 200)
    #expect(try whoAmI(passkey) { try passkey.stamp($0) }.json["userId"] == made.json["userId"])
    let found = caller.proxy("account", ["filterType": "CREDENTIAL_ID", "filterValue": .string(passkey.credentialID)])
    #expect(found.json["organizationId"] == made.json["organizationId"])

    let session = P256.Signing.PrivateKey()
    let login: JSONValue = [
      "type": "ACTIVITY_TYPE_STAMP_LOGIN", "timestampMs": .string(String(FixedClock.unixTime * 1000)),
      "organizationId": .string(caller.organization),
      "parameters": ["publicKey": .string(TurnkeyCaller.hex(session))],
    ]
    let answer = caller.sandbox.post(
      "/turnkey/public/v1/submit/stamp_login", login, headers: ["X-Stamp-WebAuthn": try passkey.stamp(login.serialized)]
    )
    #expect(answer.status == 200)
    #expect(try caller.whoAmI(session).json["userId"] == made.json["userId"])
  }

  @Test func stampsThatAreRefused() throws {
    let passkey = TurnkeyPasskey()
    #expect(signUp(passkey).status == 200)
    var elsewhere = passkey
    elsewhere.origin = "https://evil.example"
    var otherParty = passkey
    otherParty.relyingPartyID = "evil.example"
    let strange = [elsewhere, otherParty]
    for one in strange {
      #expect(try whoAmI(one) { try one.stamp($0) }.turnkeyCode == "SIGNATURE_INVALID")
    }
    #expect(try whoAmI(passkey) { try passkey.stamp($0 + [0x20]) }.turnkeyCode == "SIGNATURE_INVALID")
    #expect(try whoAmI(passkey) { try passkey.stamp($0, type: "webauthn.create") }.turnkeyCode == "SIGNATURE_INVALID")
    #expect(try whoAmI(passkey) { try passkey.stamp($0, flags: 0) }.turnkeyCode == "SIGNATURE_INVALID")
    #expect(try whoAmI(passkey) { _ in "{}" }.turnkeyCode == "SIGNATURE_INVALID")
    let unrelated = TurnkeyPasskey()
    let unknown = try whoAmI(unrelated) { try unrelated.stamp($0) }
    #expect(unknown.status == 401)
    #expect(unknown.turnkeyCode == "CREDENTIAL_NOT_FOUND")
    let body: JSONValue = ["organizationId": .string(caller.organization)]
    let both = caller.sandbox.post(
      "/turnkey/public/v1/query/whoami", body,
      headers: [
        "X-Stamp-WebAuthn": try passkey.stamp(body.serialized),
        "X-Stamp": try TurnkeyCaller.stamp(body.serialized, caller.rootKey()),
      ])
    #expect(both.status == 401)
  }

  @Test func registrationsThatAreRefused() {
    var elsewhere = TurnkeyPasskey()
    elsewhere.origin = "https://evil.example"
    #expect(signUp(elsewhere).status == 400)
    let passkey = TurnkeyPasskey()
    #expect(signUp(passkey).status == 200)
    #expect(signUp(passkey).turnkeyCode == "CREDENTIAL_CONFLICT")
  }

  @Test func addsAndRemovesPasskeys() throws {
    let user = try caller.signedIn("jane@example.com")
    let passkey = TurnkeyPasskey()
    let added = try caller.submit(
      "create_authenticators", type: "CREATE_AUTHENTICATORS_V2",
      ["userId": .string(user.user), "authenticators": [passkey.registration()]], key: user.key,
      organization: user.organization)
    let id = try #require(added.result?["authenticatorIds"]?.arrayValue?.first)
    #expect(try whoAmI(passkey) { try passkey.stamp($0) }.json["userId"] == .string(user.user))
    let query: JSONValue = ["organizationId": .string(user.organization), "userId": .string(user.user)]
    let shown = try caller.call("query/get_user", query, key: user.key).json["user"]?["authenticators"]?.arrayValue
    #expect(shown?.first?["credentialId"] == .string(passkey.credentialID))
    let deleted = try caller.submit(
      "delete_authenticators", type: "DELETE_AUTHENTICATORS",
      ["userId": .string(user.user), "authenticatorIds": [id]], key: user.key, organization: user.organization)
    #expect(deleted.status == 200)
    #expect(try whoAmI(passkey) { try passkey.stamp($0) }.turnkeyCode == "CREDENTIAL_NOT_FOUND")
  }
}
