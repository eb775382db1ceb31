import AuthCore
import AuthSandbox
import Testing

@Suite struct AuthsignalAuthorizationTests {
  @Test func everyRefusalHasAllThreeKeys() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    let answers = [
      try desk.call("GET", "/authsignal/v1/client/user-authenticators"),
      try desk.client("GET", "/user-authenticators", token: "a.b.c"),
      try desk.client("GET", "/user-authenticators", token: token + "x"),
      try desk.client("POST", "/verify/push", ["challengeId": "x"], token: token),
      try desk.client("GET", "/nothing", token: token),
      try desk.call("GET", "/authsignal/v1/users/u"),
      try desk.call("GET", "/authsignal/v2/users/u"),
      try desk.server("POST", "/validate", [:]),
    ]
    for answer in answers {
      #expect(answer.status >= 400)
      #expect(answer["error"]?.stringValue != nil && answer["error"] == answer["errorCode"])
      #expect(answer["errorDescription"]?.stringValue?.isEmpty == false)
    }
  }

  @Test func readsTheTenantInEveryFormOfTheSDKs() throws {
    let desk = try AuthsignalDesk()
    let id = Array(desk.tenantID.utf8)
    let forms = [
      Base64.encode(id + [0x3A]), Base64URL.encode(id + [0x3A]), Base64.encode(id), Base64URL.encode(id),
    ]
    for form in forms {
      let answer = try desk.call(
        "POST", "/authsignal/v1/client/challenge", [:], headers: ["Authorization": "Basic \(form)"])
      #expect(answer.status == 200 && answer["challengeId"]?.stringValue != nil)
    }
    for form in [Base64.encode(Array("other:".utf8)), "", "====", Base64.encode(id + Array("::".utf8))] {
      let answer = try desk.call(
        "POST", "/authsignal/v1/client/challenge", [:], headers: ["Authorization": "Basic \(form)"])
      #expect(answer.status == 401)
    }
  }

  @Test func refusesUnsupportedMethodsByName() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    for segment in ["device"] {
      let answer = try desk.client("POST", "/user-authenticators/\(segment)", [:], token: token)
      #expect(answer.status == 400)
      #expect(answer["errorCode"] == "invalid_configuration")
      #expect(answer["errorDescription"]?.stringValue?.contains(segment) == true)
    }
  }

  @Test func tamperedTokensAreRefused() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    #expect(try desk.client("GET", "/user-authenticators", token: token).status == 200)
    let parts = token.split(separator: ".").map { String($0) }
    let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    let payload = try #require(Base64URL.decode(parts[1]))
    let richer = String(decoding: payload, as: UTF8.self).replacing("signIn", with: "signOut")
    let forged = [
      "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])",
      "\(parts[0]).\(Base64URL.encode(Array(richer.utf8))).\(parts[2])", "\(parts[0]).\(parts[1]).",
      "\(parts[0]).\(parts[1])", token + ".x",
    ]
    for token in forged {
      let answer = try desk.client("GET", "/user-authenticators", token: token)
      #expect(answer.status == 401)
      #expect(answer["errorCode"] == "unauthorized")
    }
  }

  @Test func refusesTokensOfAnotherSandbox() throws {
    let (first, second) = (try AuthsignalDesk(), try AuthsignalDesk())
    #expect(try second.client("GET", "/user-authenticators", token: try first.track()).status == 401)
  }

  @Test func serverAPIAcceptsOnlyTheSecret() throws {
    let desk = try AuthsignalDesk()
    let credentials = [
      "\(desk.secretKey)x:", ":\(desk.secretKey)", "\(desk.secretKey):password", "\(desk.tenantID):",
    ]
    for text in credentials {
      let answer = try desk.call(
        "GET", "/authsignal/v1/users/u",
        headers: ["Authorization": "Basic \(Base64.encode(Array(text.utf8)))"])
      #expect(answer.status == 401)
      #expect(answer["errorCode"] == "unauthorized")
    }
    #expect(try desk.server("GET", "/users/u").status == 200)
  }

  @Test func deletedUsersLoseTheirTokens() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    let userID = try #require(try desk.claims(token)["sub"]?.stringValue)
    #expect(try desk.server("DELETE", "/users/\(userID)").status == 200)
    #expect(try desk.client("GET", "/user-authenticators", token: token).status == 401)
    #expect(try desk.server("GET", "/users/\(userID)")["isEnrolled"] == false)
  }
}
