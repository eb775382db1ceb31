import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct HTTPHeadersTests {
  @Test func namesCompareWithoutCase() {
    var headers: HTTPHeaders = ["Accept": "a", "X-One": "1", "x-one": "2"]
    #expect(headers["ACCEPT"] == "a" && headers["x-ONE"] == "1" && headers["none"] == nil)
    #expect(headers.values(of: "X-ONE") == ["1", "2"])
    headers["X-one"] = "3"
    #expect(headers.fields.map(\.name) == ["Accept", "X-one"])
    headers.add("x-one", "4")
    #expect(headers.values(of: "x-one") == ["3", "4"])
    headers["X-One"] = nil
    #expect(headers.fields.map(\.name) == ["Accept"])
    #expect(HTTPHeaders()["a"] == nil)
  }

  @Test func onlyASCIILettersFold() {
    let headers: HTTPHeaders = ["\u{212A}ey": "kelvin", "[": "bracket"]
    #expect(headers["key"] == nil)
    #expect(headers["{"] == nil)
  }

  @Test func everyCharacterOfAName() {
    // RFC 9110 §5.6.2.
    let token = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for byte in UInt8.min...0x7F {
      let character = Character(Unicode.Scalar(byte))
      let headers: HTTPHeaders = ["A\(character)": "v"]
      #expect(headers.areValid == token.contains(character), "\(byte)")
      let folded = ("A"..."Z").contains(character) ? Character(Unicode.Scalar(byte + 0x20)) : character
      let isLetter = folded != character || ("a"..."z").contains(character)
      #expect((headers["a\(Character(Unicode.Scalar(byte ^ 0x20)))"] != nil) == isLetter, "\(byte)")
    }
  }

  @Test func validityIsTheStandards() {
    let good: [HTTPHeaders] = [[:], ["A": ""], ["!#$%&'*+-.^_`|~09azAZ": "v"], ["A": "é \t\u{1}"]]
    for headers in good { #expect(headers.areValid) }
    let bad: [HTTPHeaders] = [
      ["": "v"], ["A B": "v"], ["A:": "v"], ["A\r": "v"], ["é": "v"], ["A\u{0}": "v"], ["(A)": "v"], ["A\u{7F}": "v"],
      ["A": "v\r\nB: c"], ["A": "v\n"], ["A": "v\r"], ["A": "\u{0}"], ["A": "v", "B": "\n"],
    ]
    for headers in bad { #expect(!headers.areValid, "\(headers)") }
  }
}

@Suite struct TransportRequestTests {
  @Test func methodsSayHowOftenAtMost() throws {
    let url = try #require(URL(string: "https://example.com"))
    #expect(TransportRequest("GET", url).retry == .safe)
    #expect(TransportRequest("HEAD", url).retry == .safe)
    for method in ["POST", "PUT", "PATCH", "DELETE", "get"] { #expect(TransportRequest(method, url).retry == .never) }
    #expect(TransportRequest("POST", url, retry: .idempotent("k")).retry == .idempotent("k"))
  }

  @Test func bodiesBringTheirType() throws {
    let url = try #require(URL(string: "https://example.com"))
    let json = TransportRequest.json("POST", url, ["a": 1], headers: ["content-type": "text/plain"])
    #expect(json.body == Array("{\"a\":1}".utf8))
    #expect(json.headers.values(of: "Content-Type") == ["application/json"])
    let form = TransportRequest.form(url, [(name: "a b", value: "c&d")])
    #expect(form.method == "POST" && form.retry == .never)
    #expect(form.body == Array("a+b=c%26d".utf8))
    #expect(form.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func answersReadAsJSONOrSayWhyNot() throws {
    #expect(try TransportResponse(status: 200, body: Array("{\"a\":1}".utf8)).json() == ["a": 1])
    let error = #expect(throws: AuthError.self) {
      try TransportResponse(status: 502, body: Array("<html>canary</html>".utf8)).json()
    }
    #expect(error?.code == .malformedResponse)
    #expect(error?.message.contains("502") == true && error?.message.contains("canary") == false)
    #expect([199, 200, 299, 300].map { TransportResponse(status: $0).isSuccess } == [false, true, true, false])
  }
}
