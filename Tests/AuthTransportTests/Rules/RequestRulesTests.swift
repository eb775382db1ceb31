import AuthCore
import Testing

@testable import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RequestRulesTests {
  private func code(_ request: TransportRequest) -> AuthError.Code? {
    do throws(AuthError) {
      _ = try RequestRules.check(request)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func allowsPlainHTTPOnlyForLoopback() throws {
    let table: [(String, AuthError.Code?)] = [
      ("https://api.example.com/x", nil), ("http://127.0.0.1:8080/", nil), ("http://localhost/", nil),
      ("http://[::1]:1/", nil), ("http://api.localhost/", nil), ("http://api.example.com/", .invalidRequest),
      ("http://127.0.0.1.example.com/", .invalidRequest), ("http://127.1/", .invalidRequest),
      ("http://10.0.0.1/", .invalidRequest), ("http://localhost.example.com/", .invalidRequest),
      ("https://user@api.example.com/", .invalidRequest), ("ftp://127.0.0.1/", .invalidRequest),
      ("file:///etc/passwd", .invalidRequest), ("/relative", .invalidRequest),
    ]
    for (text, expected) in table {
      #expect(code(TransportRequest("GET", try #require(URL(string: text)))) == expected, "\(text)")
    }
  }

  @Test func refusesLineBreaksInHeaderFields() throws {
    let url = try #require(URL(string: "https://a.example/"))
    let table: [(String, String, AuthError.Code?)] = [
      ("X-Fine", "a b\tc; d=\"é\"", nil), ("X-Empty", "", nil), ("X-A", "a\r\nX-B: b", .invalidRequest),
      ("X-A", "a\nb", .invalidRequest), ("X-A", "a\rb", .invalidRequest), ("X-A", "a\0b", .invalidRequest),
      ("X A", "a", .invalidRequest), ("X:A", "a", .invalidRequest), ("", "a", .invalidRequest),
      ("X-A\r\nX-B", "a", .invalidRequest), ("content-length", "3", .invalidRequest),
      ("Transfer-Encoding", "chunked", .invalidRequest), ("HOST", "b.example", .invalidRequest),
      ("Connection", "close", .invalidRequest),
    ]
    for (name, value, expected) in table {
      let request = TransportRequest("POST", url, headers: HTTPHeaders(dictionaryLiteral: (name, value)))
      #expect(code(request) == expected, "\(name): \(value)")
    }
  }

  @Test func methodsAndLimitsAreChecked() throws {
    let url = try #require(URL(string: "https://a.example/"))
    for method in ["GET", "POST", "DELETE", "PATCH", "PROPFIND"] { #expect(code(TransportRequest(method, url)) == nil) }
    for method in ["", "get", "GET / HTTP/1.1\r\n", "CONNECT", "TRACE"] {
      #expect(code(TransportRequest(method, url)) == .invalidRequest)
    }
    #expect(code(TransportRequest("GET", url, timeout: .zero)) == .invalidRequest)
    #expect(code(TransportRequest("GET", url, responseSizeLimit: 0)) == .invalidRequest)
    #expect(code(TransportRequest("GET", url, redirectLimit: -1)) == .invalidRequest)
  }

  @Test func optionsAreCheckedAndNamed() {
    let pin = "sha256//" + Base64.encode([UInt8](repeating: 1, count: 32))
    let backup = "sha256//" + Base64.encode([UInt8](repeating: 2, count: 32))
    let good = TransportOptions(pinnedPublicKeys: ["a.example": [pin, backup]], proxy: "http://proxy.example:3128")
    #expect(throws: Never.self) { try good.validate() }
    let bad: [(String, TransportOptions)] = [
      ("connectTimeout", TransportOptions(connectTimeout: .zero)), ("timeout", TransportOptions(timeout: .zero)),
      ("responseSizeLimit", TransportOptions(responseSizeLimit: 0)),
      ("transfersPerOrigin", TransportOptions(transfersPerOrigin: 0)),
      ("idleConnections", TransportOptions(idleConnections: -1)),
      ("additionalRoots", TransportOptions(additionalRoots: "")),
      ("pinnedPublicKeys.a", TransportOptions(pinnedPublicKeys: ["a": [pin]])),
      ("pinnedPublicKeys.a", TransportOptions(pinnedPublicKeys: ["a": [pin, pin]])),
      ("pinnedPublicKeys.a", TransportOptions(pinnedPublicKeys: ["a": [pin, "sha256//short"]])),
      ("proxy", TransportOptions(proxy: "proxy.example")), ("userAgent", TransportOptions(userAgent: "a\r\nb")),
    ]
    for (name, options) in bad {
      do throws(AuthError) {
        try options.validate()
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("transport.\(name)"))
      }
    }
  }
}
