import AuthCore
import Testing

@testable import AuthHawcx

/// A server's message for an unknown code: it is shown, but treated as untrusted text.
@Suite struct HawcxServerTextTests {
  private func message(_ text: String?) -> String {
    var failure = HawcxFailure(code: "not_on_the_list", action: .abort)
    failure.message = text
    return HawcxErrors.error(failure, traceID: nil, now: HawcxScript.now).message
  }

  @Test func showsTheServersMessageForUnknownCodes() {
    #expect(
      message("The tenant is paused.")
        == #"The vendor could not continue the flow. The vendor's message is "The tenant is paused."."#
    )
    #expect(message(nil) == "The vendor could not continue the flow.")
    #expect(message(" \u{1B}\n ") == "The vendor could not continue the flow.")
    // For a known code, the message contains none of the server's text.
    var known = HawcxFailure(code: "invalid_code", action: .retryInput)
    known.message = "Your code 123456 is wrong"
    #expect(!HawcxErrors.error(known, traceID: nil, now: HawcxScript.now).message.contains("123456"))
  }

  /// The texts around a step are shown, too: in prompts and, for the trace, in every description of an error.
  @Test func boundsTheTextsAroundAStep() throws {
    let long = String(repeating: "x", count: 5000)
    for evil in ["a\u{1B}[31m\nb", "a\u{202E}b", long] {
      let text = JSONValue.string(evil)
      let response = try HawcxJSONCodec().decode([
        "session": "s", "meta": ["traceId": text], "stepInfo": ["id": text, "label": text],
        "risk": ["detected": true, "reasons": [text], "message": text, "location": ["city": text, "country": "NO"]],
        "step": ["type": "enter_code", "destination": text],
      ])
      guard case .enterCode(let code) = response.step else { throw Unexpected("unexpected step") }
      let risk = try #require(response.risk)
      let shown: [String?] = [
        code.destination, response.stepID, response.stepLabel, risk.message, risk.reasons.first, risk.location,
      ]
      for text in shown { try expectShowable(text) }
      #expect(response.traceID == nil)
      for step: JSONValue in [
        ["type": "setup_sms", "existingPhone": text],
        ["type": "select_method", "phase": text, "methods": [["id": text]]],
      ] {
        switch try HawcxJSONCodec().decode(["step": step]).step {
        case .setupSMS(let existing): try expectShowable(existing)
        case .selectMethod(let methods, let phase):
          try expectShowable(phase)
          try expectShowable(methods.first?.label)
          #expect(methods.first?.id == evil, "the client must send the server's own text back unchanged")
        default: throw Unexpected("unexpected step")
        }
      }
    }
    let plain = try HawcxJSONCodec().decode(
      ["step": ["type": "enter_totp"], "meta": ["traceId": "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed"]])
    #expect(plain.traceID == "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed")
    #expect(throws: AuthError(.malformedResponse, "")) {
      try HawcxJSONCodec().decode(["step": ["type": "enter_code", "destination": "\u{1B}\u{0}"]])
    }
  }

  private func expectShowable(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = try #require(text, sourceLocation: sourceLocation)
    #expect(text.count <= 2 * ServerText.limit, sourceLocation: sourceLocation)
    #expect(
      text.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) },
      sourceLocation: sourceLocation)
  }

  @Test func malformedCodeIsUnknown() throws {
    for (code, name) in [
      ("rate_limited", "rate_limited"), ("E-42.a", "E-42.a"), ("<b>", "unknown"), ("a b", "unknown"),
      (String(repeating: "a", count: 65), "unknown"),
    ] {
      let response = try HawcxJSONCodec().decode(["step": ["type": "error", "code": .string(code)]])
      guard case .error(let failure) = response.step else { throw Unexpected("unexpected step") }
      #expect(failure.code == name)
    }
  }
}
