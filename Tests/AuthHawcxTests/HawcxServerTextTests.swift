import AuthCore
import Testing

@testable import AuthHawcx

/// A server's words for a code that is not known here: shown, and never trusted.
@Suite struct HawcxServerTextTests {
  private func message(_ text: String?) -> String {
    var failure = HawcxFailure(code: "not_on_the_list", action: .abort)
    failure.message = text
    return HawcxErrors.error(failure, traceID: nil, now: HawcxScript.now).message
  }

  @Test func theServersMessageIsShownForUnknownCodes() {
    #expect(
      message("The tenant is paused.") == #"The vendor could not go on with the flow; it says "The tenant is paused."."#
    )
    #expect(message(nil) == "The vendor could not go on with the flow.")
    #expect(message(" \u{1B}\n ") == "The vendor could not go on with the flow.")
    // A code that is known has our words alone.
    var known = HawcxFailure(code: "invalid_code", action: .retryInput)
    known.message = "Your code 123456 is wrong"
    #expect(!HawcxErrors.error(known, traceID: nil, now: HawcxScript.now).message.contains("123456"))
  }

  @Test func whatCouldChangeItsSurroundingsIsTakenOut() {
    let table: [(text: String, shown: String?)] = [
      ("a\u{1B}[31mb", "a [31mb"), ("a\r\nb", "a b"), ("a\u{202E}b", "a b"), ("say \"no\"", "say 'no'"),
      ("", nil), ("\u{0}\u{2028}\u{E000}", nil), ("größer", "größer"), ("  a   b  ", "a b"),
    ]
    for row in table {
      #expect(HawcxServerText.shown(row.text) == row.shown, "\(row.text.unicodeScalars.map(\.value))")
    }
    let long = HawcxServerText.shown(String(repeating: "x", count: 5000))
    #expect(long?.count == HawcxServerText.limit + 1 && long?.hasSuffix("…") == true)
    let stacked = HawcxServerText.shown("a" + String(repeating: "\u{301}", count: 5000))
    #expect((stacked?.unicodeScalars.count ?? 0) <= 4 * HawcxServerText.limit + 1)
  }

  @Test func aCodeThatIsNoNameIsUnknown() throws {
    for (code, name) in [
      ("rate_limited", "rate_limited"), ("E-42.a", "E-42.a"), ("<b>", "unknown"), ("a b", "unknown"),
      (String(repeating: "a", count: 65), "unknown"),
    ] {
      let response = try HawcxJSONCodec().decode(["step": ["type": "error", "code": .string(code)]])
      guard case .error(let failure) = response.step else { throw Unexpected("another step") }
      #expect(failure.code == name)
    }
  }
}
