import AuthCore
import AuthCrypto
import AuthSandbox
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AuthsignalEnrolmentTests {
  @Test func emailIsEnrolledByItsCodeAndTheNewTokenManages() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    let begun = try desk.client(
      "POST", "/user-authenticators/email-otp", ["email": "jane@example.com"], token: token)
    #expect(begun.status == 200)
    let id = try #require(begun["userAuthenticatorId"])
    #expect(try desk.client("GET", "/user-authenticators", token: token).json == .array([]), "not verified yet")

    let code = try desk.sandbox.lastCode(to: "jane@example.com")
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    let done = try desk.client("POST", "/verify/email-otp", ["verificationCode": .string(code)], token: token)
    #expect(done["isVerified"] == true)
    #expect(done["userAuthenticator"]?["userAuthenticatorId"] == id)
    let fresh = try #require(done["accessToken"]?.stringValue)
    let scope = try #require(try desk.claims(fresh)["scope"]?.stringValue)
    #expect(
      Set(scope.split(separator: " "))
        == ["read:authenticators", "add:authenticators", "update:authenticators", "remove:authenticators"])

    let list = try desk.client("GET", "/user-authenticators", token: fresh)
    let entry = try #require(list.json.arrayValue?.first)
    #expect(entry["userAuthenticatorId"] == id)
    #expect(entry["email"] == "j***@example.com")
    #expect(entry["verificationMethod"] == "EMAIL_OTP")
    #expect(entry["verifiedAt"]?.stringValue.flatMap { ISO8601.decode($0) } != nil)
  }

  @Test func smsAndWhatsAppReachTheEnrolledNumber() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track("+14155550100")
    _ = try desk.client("POST", "/user-authenticators/sms", ["phoneNumber": "+14155550100"], token: token)
    let code = try desk.sandbox.lastCode(to: "+14155550100")
    let done = try desk.client("POST", "/verify/sms", ["verificationCode": .string(code)], token: token)
    let fresh = try #require(done["accessToken"]?.stringValue)

    let sent = try desk.client("POST", "/challenge/whatsapp", token: fresh)
    #expect(sent.status == 200 && sent["challengeId"]?.stringValue != nil)
    let other = try desk.sandbox.lastCode(to: "+14155550100")
    let proved = try desk.client("POST", "/verify/whatsapp", ["verificationCode": .string(other)], token: fresh)
    #expect(proved["isVerified"] == true)
  }

  @Test func authenticatorAppIsEnrolledByItsFirstCodeWhichWorksOnce() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    let begun = try desk.client("POST", "/user-authenticators/totp", token: token)
    let secret = try #require(begun["secret"]?.stringValue.flatMap { Base32.decode($0) })
    #expect(secret.count == 20)
    #expect(begun["uri"]?.stringValue?.hasPrefix("otpauth://totp/") == true)
    let clock = try desk.call("GET", "/sandbox/clock")
    let now = try #require(clock["now"]?.stringValue.flatMap { ISO8601.decode($0) })
    let code = JSONValue.string(try TOTP(secret: Secret(secret)).code(at: now))

    let done = try desk.client("POST", "/verify/totp", ["verificationCode": code], token: token)
    #expect(done["isVerified"] == true)
    let again = try desk.client("POST", "/verify/totp", ["verificationCode": code], token: token)
    #expect(again["isVerified"] == false)
    #expect(again["failureReason"] == "CODE_INVALID_OR_EXPIRED")

    let old = JSONValue.string(try TOTP(secret: Secret(secret)).code(at: now.addingTimeInterval(-90)))
    let late = try desk.client("POST", "/verify/totp", ["verificationCode": old], token: token)
    #expect(late["isVerified"] == false)
  }

  @Test func secondMethodNeedsTheScope() throws {
    let desk = try AuthsignalDesk()
    _ = try desk.enrolledByEmail()
    let claims = try desk.claims(try desk.track())
    let userID = try #require(claims["sub"]?.stringValue)
    let tracked = try desk.server("POST", "/users/\(userID)/actions/signIn", [:])
    let poor = try #require(tracked["token"]?.stringValue)
    let refused = try desk.client("POST", "/user-authenticators/totp", token: poor)
    #expect(refused.status == 403)
    #expect(refused["errorCode"] == "insufficient_scope")
    #expect(try desk.client("POST", "/user-authenticators/totp", token: try desk.track()).status == 200)
  }

  @Test func enrolmentFinishesWithTheSameToken() throws {
    let desk = try AuthsignalDesk()
    let first = try desk.track()
    let second = try desk.track()
    _ = try desk.client("POST", "/user-authenticators/email-otp", ["email": "jane@example.com"], token: first)
    let code = JSONValue.string(try desk.sandbox.lastCode(to: "jane@example.com"))
    let stolen = try desk.client("POST", "/verify/email-otp", ["verificationCode": code], token: second)
    #expect(stolen["isVerified"] == false)
    let rightful = try desk.client("POST", "/verify/email-otp", ["verificationCode": code], token: first)
    #expect(rightful["isVerified"] == true)
  }

  @Test func malformedAddressesAreRefused() throws {
    let desk = try AuthsignalDesk()
    let token = try desk.track()
    for email in ["", "jane", "jane@", "@example.com", "jane@example", "a@b@example.com", "ja ne@example.com"] {
      let answer = try desk.client(
        "POST", "/user-authenticators/email-otp", ["email": .string(email)], token: token)
      #expect(answer.status == 400, "\(email)")
      #expect(answer["errorCode"] == "invalid_request")
    }
    for phone in ["", "4155550100", "+0415555010", "+1415", "+1415555010012345", "+1 415 555 0100"] {
      let answer = try desk.client("POST", "/user-authenticators/sms", ["phoneNumber": .string(phone)], token: token)
      #expect(answer.status == 400, "\(phone)")
    }
  }
}
