import AuthCore
import Testing

@testable import LatchkeyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AgentRequestTests {
  private func action(_ text: String) throws -> AgentRequest.Action {
    try AgentRequest.read(Array(text.utf8)).request.get().action
  }

  private func refusal(_ text: String) -> String? {
    guard case .failure(let error) = AgentRequest.read(Array(text.utf8)).request else { return nil }
    return error.code == .invalidRequest ? error.message : "code \(error.code)"
  }

  @Test func eachRequestIsRead() throws {
    #expect(try action(#"{"version":1,"request":"ping"}"#) == .ping)
    #expect(try action(#"{"version":1,"request":"status","id":7}"#) == .status)
    #expect(try action(#" {"request":"stop","version":1.0} "#) == .stop)
    #expect(try action(#"{"version":1,"request":"accounts"}"#) == .accounts)
    #expect(try action(#"{"version":1,"request":"token"}"#) == .token(.selected, minimumValidity: nil))
    #expect(
      try action(#"{"version":1,"request":"token","account":"s","minValidity":60}"#)
        == .token(.id(SessionID("s")), minimumValidity: 60))
    #expect(
      try action(#"{"version":1,"request":"token","label":"work=a=b"}"#)
        == .token(.label(key: "work", value: "a=b"), minimumValidity: nil))
    #expect(
      try action(#"{"version":1,"request":"token","label":"work="}"#)
        == .token(.label(key: "work", value: ""), minimumValidity: nil))
    #expect(try action(#"{"version":1,"request":"sign","body":"é"}"#) == .sign(.selected, [0xC3, 0xA9]))
    #expect(
      try action(#"{"version":1,"request":"sign","bodyBase64":"AP8=","provider":"t"}"#)
        == .sign(.provider(ProviderID("t")), [0, 255]))
  }

  @Test func anHTTPRequestHasItsExactBody() throws {
    guard
      case .authorize(.selected, let request) = try action(
        #"{"version":1,"request":"authorize","method":"post","url":"https://a.example/b?c=d","body":"{}"}"#)
    else {
      Issue.record("no request")
      return
    }
    #expect(request.transportRequest.method == "POST")
    #expect(request.transportRequest.url.absoluteString == "https://a.example/b?c=d")
    #expect(request.transportRequest.body == Array("{}".utf8))
    #expect(request.transportRequest.headers["Content-Type"] == "application/json")
    guard
      case .authorize(_, let plain) = try action(
        #"{"version":1,"request":"authorize","method":"GET","url":"http://127.0.0.1:1/","contentType":"text/plain"}"#)
    else {
      Issue.record("no request")
      return
    }
    #expect(plain.transportRequest.body == nil && plain.transportRequest.headers["Content-Type"] == nil)
  }

  /// Each line is refused, and the message names what is wrong.
  private static let refused: [(String, String)] = [
    ("", "not valid JSON"), ("{", "not valid JSON"), ("[]", "must be a JSON object"), ("\u{FEFF}{}", "not valid JSON"),
    (#"{"version":1,"version":1,"request":"ping"}"#, "duplicate member"),
    (#"{"version":1,"request":"ping"}{}"#, "unexpected bytes"),
    (#"{"version":1,"request":"ping","x":[[[[[1]]]]]}"#, "not valid JSON"),
    (#"{"request":"ping"}"#, "'version' is missing"), (#"{"version":2,"request":"ping"}"#, "'version' must be 1"),
    (#"{"version":"1","request":"ping"}"#, "'version' must be 1"),
    (#"{"version":1}"#, "'request' is missing"), (#"{"version":1,"request":"sing"}"#, "names no request"),
    (#"{"version":1,"request":"ping","id":{}}"#, "'id' must be"),
    (#"{"version":1,"request":"ping","id":1.5}"#, "'id' must be"),
    (#"{"version":1,"request":"ping","account":"s"}"#, "has no field 'account'"),
    (#"{"version":1,"request":"token","acount":"s"}"#, "has no field 'acount'"),
    (#"{"version":1,"request":"token","account":""}"#, "'account' must be"),
    (#"{"version":1,"request":"token","account":null}"#, "'account' must be"),
    (#"{"version":1,"request":"token","account":"a","provider":"b"}"#, "at most one"),
    (#"{"version":1,"request":"token","label":"work"}"#, "KEY=VALUE"),
    (#"{"version":1,"request":"token","label":"=x"}"#, "KEY=VALUE"),
    (#"{"version":1,"request":"token","minValidity":0}"#, "'minValidity' must be"),
    (#"{"version":1,"request":"token","minValidity":1e99}"#, "'minValidity' must be"),
    (#"{"version":1,"request":"token","minValidity":-9223372036854775808}"#, "'minValidity' must be"),
    (#"{"version":1,"request":"sign"}"#, "needs the bytes"),
    (#"{"version":1,"request":"sign","body":1}"#, "'body' must be"),
    (#"{"version":1,"request":"sign","bodyBase64":"*"}"#, "'bodyBase64' must be"),
    (#"{"version":1,"request":"sign","body":"a","bodyBase64":"YQ=="}"#, "not both"),
    (#"{"version":1,"request":"authorize","url":"https://a.example/"}"#, "'method' is missing"),
    (#"{"version":1,"request":"authorize","method":"GET\r\nX: y","url":"https://a.example/"}"#, "'method' must be"),
    (#"{"version":1,"request":"authorize","method":"GET","url":"ftp://a.example/"}"#, "'url' must be"),
    (#"{"version":1,"request":"authorize","method":"GET","url":"https://u:p@a.example/"}"#, "'url' must be"),
    (
      #"{"version":1,"request":"authorize","method":"GET","url":"https://a.example/","contentType":"a\r\nb"}"#,
      "'contentType' must be"
    ),
  ]

  @Test(arguments: refused)
  func aWrongLineIsRefused(line: String, reason: String) throws {
    let message = try #require(refusal(line), "\(line) was accepted")
    #expect(message.contains(reason), "\(message)")
  }

  @Test func aRefusalNamesNoValue() throws {
    for line in [
      #"{"version":1,"request":"token","minValidity":"hush"}"#, #"{"version":1,"request":"hush"}"#,
      #"{"version":1,"request":"sign","bodyBase64":"hush!"}"#,
      #"{"version":1,"request":"authorize","method":"GET","url":"https://hush@a/"}"#,
    ] {
      #expect(try #require(refusal(line)).contains("hush") == false)
    }
  }

  @Test func theAnswerRepeatsTheID() throws {
    for (text, id) in [
      (#"{"id":7}"#, JSONValue.integer(7)), (#"{"id":"a"}"#, "a"), (#"{"id":null}"#, .null), ("{}", .null),
      (#"{"id":true}"#, .null), ("nonsense", .null),
    ] {
      #expect(AgentRequest.read(Array(text.utf8)).id == id)
    }
    let line = AgentAnswer.line(7, AuthError(.notSignedIn, "No user\nis signed in."))
    #expect(line.last == 0x0A && line.dropLast().contains(0x0A) == false)
    #expect(
      throws: AuthError(.notSignedIn, ""), performing: { () throws in _ = try AgentAnswer.read(line.dropLast()) })
    #expect(try AgentAnswer.read(AgentAnswer.line("x", ["token": "t"]).dropLast()) == ["token": "t"])
    #expect(throws: AuthError(.malformedResponse, "")) { try AgentAnswer.read(Array(#"{"result":1}"#.utf8)) }
  }

  @Test func membersArePrintedAsText() throws {
    let result: JSONObject = [
      "token": "t", "expiresAt": .null, "selected": true,
      "headers": [["name": "A", "value": "b"], ["name": "C", "value": "d"]],
    ]
    #expect(try AgentRequestCommand.lines(of: "token", in: result) == ["t"])
    #expect(try AgentRequestCommand.lines(of: "expiresAt", in: result) == [])
    #expect(try AgentRequestCommand.lines(of: "selected", in: result) == ["true"])
    #expect(try AgentRequestCommand.lines(of: "headers", in: result) == ["A: b", "C: d"])
    #expect(throws: AuthError(.invalidRequest, "")) { try AgentRequestCommand.lines(of: "key", in: result) }
  }
}
