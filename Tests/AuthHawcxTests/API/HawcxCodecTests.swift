import AuthCore
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HawcxCodecTests {
  private let codec = HawcxJSONCodec()

  @Test("H10: actions are written in camelCase") func actionsAreWrittenInCamelCase() throws {
    let start = HawcxStart(
      flowType: .signIn, identifier: "jane@example.com", startToken: Secret("st"), inviteCode: "12345678",
      codeChallenge: "cc")
    let table: [(action: HawcxAction, json: JSONValue)] = [
      (
        .start(start),
        [
          "type": "start", "flowType": "signin", "identifier": "jane@example.com", "startToken": "st",
          "inviteCode": "12345678", "codeChallenge": "cc",
        ]
      ),
      (
        .start(HawcxStart(flowType: .manage, identifier: "j")),
        ["type": "start", "flowType": "account_manage", "identifier": "j"]
      ),
      (.selectMethod("email_otp"), ["type": "select_method", "methodId": "email_otp"]),
      (.submitCode(Secret("123456")), ["type": "submit_code", "code": "123456"]),
      (.submitTOTP(Secret("123456")), ["type": "submit_totp", "code": "123456"]),
      (.submitPhone("+14155550100"), ["type": "submit_phone", "phone": "+14155550100"]),
      (.oauthCallback(code: Secret("c"), state: "s"), ["type": "oauth_callback", "code": "c", "state": "s"]),
      (
        .requestChallenge(HawcxDeviceCredentials(keyset: "k", index: "h", secret: Secret([0, 1, 255]))),
        ["type": "request_challenge", "keyset": "k", "hindex": "h", "sk2": "AAH/"]
      ),
      (
        .submitSignature(keyID: "k", signature: "s", message: "m"),
        ["type": "submit_signature", "keyId": "k", "signature": "s", "mapp": "m"]
      ),
      (.resend, ["type": "resend"]), (.poll, ["type": "poll"]), (.cancel, ["type": "cancel"]),
    ]
    for row in table {
      #expect(
        codec.encode(row.action, session: "auth_1")
          == ["protocolVersion": 2, "session": "auth_1", "action": row.json])
    }
    #expect(codec.encode(.poll, session: nil)["session"] == .null)
  }

  @Test func readsBothCasesAndBothPlaces() throws {
    let snake: JSONValue = [
      "session": "auth_1",
      "step": [
        "type": "enter_code", "destination": "j***", "code_length": 6, "code_format": "numeric",
        "code_expires_at": "2026-01-01T00:10:00.000Z", "resend_at": "2026-01-01T01:00:30+01:00",
      ],
      "step_info": ["id": "primary", "label": "Verify Identity"],
      "risk": [
        "detected": true, "reasons": ["new"], "risk_score": 0.5, "location": ["city": "Oslo", "country": "NO"],
      ],
      "code_channel": "email", "meta": ["trace_id": "trc_1", "expires_at": "2026-01-01T00:15:00Z"], "more": 1,
    ]
    let camel: JSONValue = [
      "session": "auth_1",
      "prompt": [
        "type": "enter_code", "destination": "j***", "codeLength": 6, "codeFormat": "numeric",
        "codeExpiresAt": "2026-01-01T00:10:00.000Z", "resendAt": "2026-01-01T01:00:30+01:00",
        "meta": ["traceId": "trc_1", "expiresAt": "2026-01-01T00:15:00Z"],
      ],
      "promptMeta": [
        "stepInfo": ["id": "primary", "label": "Verify Identity"], "codeChannel": "email",
        "risk": [
          "detected": true, "reasons": ["new"], "riskScore": 0.5, "location": ["city": "Oslo", "country": "NO"],
        ],
      ],
    ]
    for answer in [snake, camel] {
      let response = try codec.decode(answer)
      #expect(response.session == "auth_1" && response.traceID == "trc_1" && response.channel == .email)
      #expect(response.stepID == "primary" && response.stepLabel == "Verify Identity")
      #expect(response.expiresAt == ISO8601.decode("2026-01-01T00:15:00Z"))
      #expect(
        response.risk == RiskInformation(detected: true, reasons: ["new"], location: "Oslo, NO", score: 0.5))
      guard case .enterCode(let code) = response.step else { throw Unexpected("unexpected step") }
      #expect(code.length == 6 && code.format == .numeric)
      #expect(code.expiresAt == ISO8601.decode("2026-01-01T00:10:00Z"))
      #expect(code.resendAt == ISO8601.decode("2026-01-01T00:00:30Z"))
    }
  }

  @Test func acceptsMissingOptionalMembers() throws {
    let bare = try codec.decode(["step": ["type": "enter_code", "destination": "j", "resendAt": "soon"]])
    #expect(bare.session == nil && bare.traceID == nil && bare.risk == nil && bare.channel == nil)
    guard case .enterCode(let code) = bare.step else { throw Unexpected("unexpected step") }
    #expect(code.resendAt == nil, "a time that cannot be parsed is ignored, so resending is allowed")
    let blank = try codec.decode(["session": " ", "step": ["type": "enter_totp"], "risk": ["reasons": []]])
    #expect(blank.session == nil && blank.risk == nil)
    guard case .unknown("dance") = try codec.decode(["step": ["type": "dance"]]).step else {
      throw Unexpected("an unknown step was decoded as a known step")
    }
  }

  @Test func namesAMissingRequiredMember() {
    let table: [(step: JSONValue, field: String)] = [
      ([:], "type"), (["type": "enter_code"], "destination"), (["type": "setup_totp", "secret": "s"], "otpauthUrl"),
      (["type": "setup_totp", "otpauthUrl": "u"], "secret"), (["type": "redirect"], "url"),
      (["type": "redirect", "url": "javascript:alert(1)"], "url"),
      (["type": "redirect", "url": "http://idp.example"], "url"),
      (["type": "await_approval", "pollInterval": 2], "expiresAt"),
      (["type": "await_approval", "expiresAt": "2026-01-01T00:00:00Z"], "pollInterval"),
      (["type": "completed"], "authCode"), (["type": "select_method"], "methods"),
      (["type": "select_method", "methods": [["label": "x"]]], "methods"), (["type": "error"], "code"),
    ]
    for row in table {
      do throws(AuthError) {
        _ = try codec.decode(["step": row.step])
        Issue.record("accepted \(row.step)")
      } catch {
        #expect(error.code == .malformedResponse)
        #expect(error.message.contains("'\(row.field)'"), "\(error)")
      }
    }
    for answer: JSONValue in [.null, [], "x", [:], ["step": "enter_totp"]] {
      #expect(throws: AuthError(.malformedResponse, "")) { try codec.decode(answer) }
    }
  }

  @Test func limitsPollIntervals() throws {
    for (wire, seconds) in [(2, 2), (0, 1), (-5, 1), (90, 60), (2000, 2), (1_000_000, 60)] {
      let response = try codec.decode([
        "step": [
          "type": "await_approval", "expiresAt": "2026-01-01T00:00:00Z", "pollInterval": .integer(Int64(wire)),
        ]
      ])
      guard case .awaitApproval(let approval) = response.step else { throw Unexpected("unexpected step") }
      #expect(approval.pollInterval == .seconds(seconds), "\(wire)")
    }
  }

  @Test func convertsTimesToTheLocalClock() throws {
    let response = try codec.decode([
      "step": ["type": "enter_code", "destination": "j", "resendAt": "2026-01-01T01:00:30Z"],
      "meta": ["expiresAt": "2026-01-01T01:15:00Z"],
    ]).corrected(by: .seconds(3600))
    guard case .enterCode(let code) = response.step else { throw Unexpected("unexpected step") }
    #expect(code.resendAt == ISO8601.decode("2026-01-01T00:00:30Z"))
    #expect(response.expiresAt == ISO8601.decode("2026-01-01T00:15:00Z"))
    let now = try #require(ISO8601.decode("2026-01-01T00:00:00Z"))
    for (date, seconds) in [
      ("Thu, 01 Jan 2026 01:00:00 GMT", 3600), ("Thu, 01 Jan 2026 00:00:04 GMT", 0),
      ("Sat, 03 Jan 2026 00:00:00 GMT", 0),
      ("Wed, 31 Dec 2025 23:59:00 GMT", -60), ("rubbish", 0),
    ] {
      let answer = TransportResponse(status: 200, headers: ["Date": date])
      #expect(HawcxClockOffset.measure(answer, now: now) == .seconds(seconds))
    }
  }
}
