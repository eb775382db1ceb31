import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Device keys as the vendor's SDKs send them, with their mixed encodings (A40 to A48).
@Suite struct AuthsignalDeviceTests {
  private let key = P256.Signing.PrivateKey()
  private var publicKey: String { Base64.encode(Array(key.publicKey.derRepresentation)) }

  private func sign(_ text: String) throws -> JSONValue {
    .string(Base64.encode(Array(try key.signature(for: Array(text.utf8)).derRepresentation)))
  }

  private func anonymous(
    _ desk: AuthsignalDesk, _ method: String, _ path: String, _ body: JSONValue? = nil, signature: String? = nil
  ) throws -> AuthsignalDesk.Answer {
    var headers: HTTPHeaders = ["Authorization": "Basic \(Base64.encode(Array((desk.tenantID + ":").utf8)))"]
    headers["X-Authsignal-Signature"] = signature
    return try desk.call(method, "/authsignal/v1/client" + path, body, headers: headers)
  }

  private func enrolled(_ method: String = "push") throws -> (AuthsignalDesk, token: String) {
    let desk = try AuthsignalDesk()
    let token = try desk.enrolledByEmail()
    let body: JSONValue = ["publicKey": .string(publicKey), "deviceName": "Phone", "devicePlatform": "android"]
    let answer = try desk.client("POST", "/user-authenticators/\(method)", body, token: token)
    #expect(answer.status == 200 && answer["userAuthenticatorId"]?.stringValue != nil)
    return (desk, token)
  }

  @Test func readsTheKeyOfAQueryInBothEncodings() throws {
    let (desk, _) = try enrolled()
    let text = Array(publicKey.utf8)
    for query in [Base64URL.encode(text), PercentEncoding.encode(Base64.encode(text))] {
      let answer = try anonymous(desk, "GET", "/user-authenticators/push?publicKey=\(query)")
      #expect(answer.status == 200 && answer["verifiedAt"]?.stringValue != nil)
    }
    for query in [PercentEncoding.encode(publicKey), "", "AAAA"] {
      let answer = try anonymous(desk, "GET", "/user-authenticators/push?publicKey=\(query)")
      #expect(answer["errorCode"] == "invalid_credential")
    }
    #expect(try anonymous(desk, "GET", "/user-authenticators/in-app?publicKey=\(Base64URL.encode(text))").status == 400)
  }

  @Test func showsPendingChallengesExceptForAWrongSignature() throws {
    let (desk, token) = try enrolled()
    let query = "?publicKey=" + Base64URL.encode(Array(publicKey.utf8))
    let path = "/user-authenticators/push/challenge"
    let nothing = try anonymous(desk, "GET", path + query)
    #expect(nothing["userAuthenticatorId"]?.stringValue != nil && nothing["challengeId"] == nil)
    let asked = try desk.client("POST", "/challenge/push", [:], token: token)
    #expect(try anonymous(desk, "GET", path + query)["challengeId"] == asked["challengeId"])
    let message = try #require(try anonymous(desk, "POST", path + "/sign" + query)["message"]?.stringValue)
    let signature = try #require(try sign(message).stringValue)
    #expect(try anonymous(desk, "GET", path + query, signature: signature).status == 200)
    #expect(try anonymous(desk, "GET", path + query, signature: signature).status == 400, "a message works once")
  }

  @Test func acceptsAnExplicitNullAndDecidesOnce() throws {
    let (desk, token) = try enrolled()
    let asked = try desk.client("POST", "/challenge/push", ["action": "signIn"], token: token)
    let id = try #require(asked["challengeId"]?.stringValue)
    let open = try desk.client("POST", "/verify/push", ["challengeId": .string(id)], token: token)
    #expect(open["isVerified"] == false && open["isConsumed"] == false)
    var body: JSONObject = [
      "challengeId": .string(id), "publicKey": .string(publicKey), "approved": true, "verificationCode": .null,
      "signature": try sign("another"),
    ]
    #expect(try anonymous(desk, "POST", "/user-authenticators/push/challenge", .object(body)).status == 400)
    body["signature"] = try sign(id)
    #expect(try anonymous(desk, "POST", "/user-authenticators/push/challenge", .object(body))["isVerified"] == true)
    #expect(try anonymous(desk, "POST", "/user-authenticators/push/challenge", .object(body)).status == 400)
    let done = try desk.client("POST", "/verify/push", ["challengeId": .string(id)], token: token)
    #expect(done["isVerified"] == true && done["isConsumed"] == true)
    let proof = try desk.server("POST", "/validate", ["token": try #require(done["accessToken"])])
    #expect(proof["isValid"] == true && proof["verificationMethod"] == "PUSH")
  }

  @Test("A58: only the named device receives a push for one device") func aimsAtOneDevice() throws {
    let (desk, token) = try enrolled()
    let other = P256.Signing.PrivateKey()
    let otherKey = Base64.encode(Array(other.publicKey.derRepresentation))
    let added = try desk.client(
      "POST", "/user-authenticators/push",
      ["publicKey": .string(otherKey), "deviceName": "Tablet", "devicePlatform": "ios"], token: token)
    let aim: JSONValue = ["action": "signIn", "userAuthenticatorId": try #require(added["userAuthenticatorId"])]
    let id = try #require(try desk.client("POST", "/challenge/push", aim, token: token)["challengeId"]?.stringValue)
    func decide(_ key: String, _ signature: JSONValue) throws -> AuthsignalDesk.Answer {
      try anonymous(
        desk, "POST", "/user-authenticators/push/challenge",
        ["challengeId": .string(id), "publicKey": .string(key), "approved": true, "signature": signature])
    }
    #expect(try decide(publicKey, try sign(id))["errorCode"] == "invalid_request")
    let signature = Base64.encode(Array(try other.signature(for: Array(id.utf8)).derRepresentation))
    #expect(try decide(otherKey, .string(signature))["isVerified"] == true)
  }

  @Test func removesOnlyWithASignedTimeBucket() throws {
    let (desk, _) = try enrolled("in-app")
    func remove(_ text: String) throws -> AuthsignalDesk.Answer {
      try anonymous(
        desk, "POST", "/user-authenticators/in-app/remove",
        ["publicKey": .string(publicKey), "signature": try sign(text)])
    }
    let headers = try desk.call("GET", "/sandbox/clock")
    let seconds = try #require(headers["now"]?.stringValue.flatMap { ISO8601.decode($0) }).timeIntervalSince1970
    let bucket = Int64(seconds / 600)
    for text in ["\(bucket)", "\(bucket - 2).0", "\(bucket + 2).0", "\(seconds)"] {
      #expect(try remove(text).status == 400, "\(text)")
    }
    #expect(try remove("\(bucket - 1).0")["removedAuthenticatorId"]?.stringValue != nil)
    #expect(try remove("\(bucket).0")["errorCode"] == "invalid_credential")
  }
}
