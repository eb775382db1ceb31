import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rights of a client token over authenticators (A20, A72).
@Suite struct AuthsignalScopeTests {
  private let key = P256.Signing.PrivateKey()
  private var publicKey: JSONValue { .string(Base64.encode(Array(key.publicKey.derRepresentation))) }

  private func sign(_ text: String) throws -> JSONValue {
    .string(Base64.encode(Array(try key.signature(for: Array(text.utf8)).derRepresentation)))
  }

  /// A token of jane with only these scopes.
  private func token(_ desk: AuthsignalDesk, _ scopes: String?, user: String? = nil) throws -> String {
    let janes = try #require(try desk.claims(try desk.track())["sub"]?.stringValue)
    var body = JSONObject()
    body["scope"] = scopes.map { .string($0) }
    let answer = try desk.server("POST", "/users/\(user ?? janes)/actions/manage", .object(body))
    return try #require(answer["token"]?.stringValue)
  }

  @Test func tokensMayReadByDefaultAndNeedAScopeToAdd() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let reader = try token(desk, nil)
    #expect(try desk.client("GET", "/user-authenticators", token: reader).status == 200)
    let device: JSONValue = ["publicKey": publicKey, "deviceName": "Phone", "devicePlatform": "ios"]
    let calls: [(String, JSONValue)] = [
      ("/user-authenticators/push", device), ("/user-authenticators/sms", ["phoneNumber": "+14155550100"]),
      ("/user-authenticators/totp", [:]), ("/user-authenticators/passkey/registration-options", [:]),
    ]
    for (path, body) in calls {
      let answer = try desk.client("POST", path, body, token: reader)
      #expect(answer.status == 403 && answer["errorCode"] == "insufficient_scope", "\(path)")
    }
    let adder = try token(desk, "add:authenticators")
    for (path, body) in calls { #expect(try desk.client("POST", path, body, token: adder).status == 200, "\(path)") }
    #expect(try desk.client("GET", "/user-authenticators", token: adder).status == 403, "it must not read either")
  }

  @Test func anyTokenEnrolsAFirstMethod() throws {
    let desk = try AuthsignalDesk()
    let reader = try token(desk, "read:authenticators")
    let body: JSONValue = ["email": "jane@example.com"]
    #expect(try desk.client("POST", "/user-authenticators/email-otp", body, token: reader).status == 200)
  }

  @Test func changingAndRemovingNeedTheirScopesAndTheKeysUser() throws {
    let desk = try AuthsignalDesk()
    let full = try desk.enrolledByEmail()
    let device: JSONValue = ["publicKey": publicKey, "deviceName": "Phone", "devicePlatform": "ios"]
    #expect(try desk.client("POST", "/user-authenticators/push", device, token: full).status == 200)
    func update(_ token: String) throws -> AuthsignalDesk.Answer {
      let text = Array(try #require(publicKey.stringValue).utf8)
      let message = try desk.client(
        "POST", "/user-authenticators/push/sign?publicKey=" + Base64URL.encode(text), token: full)
      return try desk.client(
        "PATCH", "/user-authenticators/push",
        [
          "challengeId": try #require(message["challengeId"]), "publicKey": publicKey,
          "signature": try sign(try #require(message["message"]?.stringValue)), "pushToken": "new",
        ], token: token)
    }
    func remove(_ token: String) throws -> AuthsignalDesk.Answer {
      let now = try #require(try desk.call("GET", "/sandbox/clock")["now"]?.stringValue.flatMap { ISO8601.decode($0) })
      let bucket = "\(Int64(now.timeIntervalSince1970 / 600)).0"
      return try desk.client(
        "POST", "/user-authenticators/push/remove", ["publicKey": publicKey, "signature": try sign(bucket)],
        token: token)
    }
    let adder = try token(desk, "add:authenticators remove:authenticators")
    #expect(try update(adder)["errorCode"] == "insufficient_scope")
    #expect(try update(try token(desk, "update:authenticators", user: "bob"))["errorCode"] == "invalid_credential")
    #expect(try update(try token(desk, "update:authenticators"))["pushToken"] == "new")
    #expect(try remove(try token(desk, "update:authenticators"))["errorCode"] == "insufficient_scope")
    #expect(try remove(try token(desk, "remove:authenticators", user: "bob"))["errorCode"] == "invalid_credential")
    #expect(try remove(adder)["removedAuthenticatorId"]?.stringValue != nil)
  }

  @Test func refusesAnInvalidTokenEvenWhereTheTenantIsEnough() throws {
    let desk = try AuthsignalDesk()
    let calls: [(String, JSONValue)] = [
      ("/challenge", [:]), ("/challenge/qr-code", ["action": "signIn"]), ("/verify/in-app", [:]),
      ("/user-authenticators/push/remove", [:]),
    ]
    for (path, body) in calls {
      #expect(try desk.client("POST", path, body, token: "a.b.c")["errorCode"] == "unauthorized", "\(path)")
    }
  }
}
