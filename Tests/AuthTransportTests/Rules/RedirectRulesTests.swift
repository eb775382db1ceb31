import AuthCore
import Testing

@testable import AuthTransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct RedirectRulesTests {
  private func request(_ method: String, body: String? = nil, from: String = "https://a.example/x/y") throws
    -> TransportRequest
  {
    TransportRequest(
      method, try #require(URL(string: from)),
      headers: [
        "Accept": "application/json", "Content-Type": "text/plain", "User-Agent": "u", "Authorization": "Bearer t",
        "Cookie": "c", "X-Stamp": "s", "privy-app-id": "p",
      ], body: body.map { Array($0.utf8) })
  }

  private func next(_ status: Int, _ location: String, _ request: TransportRequest) throws -> TransportRequest? {
    try RedirectRules.next(after: TransportResponse(status: status, headers: ["Location": location]), to: request)
  }

  @Test func methodAndBodyFollowTheStatus() throws {
    for (status, method, expected) in [
      (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
      (301, "PUT", "PUT"), (302, "GET", "GET"), (307, "POST", "POST"), (308, "PUT", "PUT"),
    ] {
      let followed = try #require(try next(status, "/z?q=1", request(method, body: method == "GET" ? nil : "b")))
      #expect(followed.method == expected, "\(status) \(method)")
      #expect(followed.url.absoluteString == "https://a.example/z?q=1")
      #expect((followed.body == nil) == (expected == "GET"), "\(status) \(method)")
      #expect(followed.headers["Authorization"] == "Bearer t", "the same origin keeps everything")
    }
    for status in [200, 300, 304, 305, 400] { #expect(try next(status, "/z", request("GET")) == nil) }
    #expect(try RedirectRules.next(after: TransportResponse(status: 302), to: request("GET")) == nil)
  }

  @Test func onlyHarmlessFieldsCrossAnOrigin() throws {
    for location in ["https://b.example/", "https://a.example:444/", "//b.example/p", "https://sub.a.example/"] {
      let followed = try #require(try next(302, location, request("GET")))
      #expect(Set(followed.headers.fields.map(\.name)) == ["Accept", "Content-Type", "User-Agent"], "\(location)")
    }
  }

  @Test func aBodyDoesNotCrossAnOrigin() throws {
    #expect(throws: AuthError(.originNotAllowed, "")) {
      try next(307, "https://b.example/", request("POST", body: "code=1"))
    }
    #expect(try next(303, "https://b.example/", request("POST", body: "code=1"))?.body == nil)
  }

  @Test func refusesRedirectsAwayFromTLS() throws {
    for location in ["http://a.example/", "http://127.0.0.1/", "http://localhost:1/"] {
      #expect(throws: AuthError(.originNotAllowed, "")) { try next(302, location, request("GET")) }
    }
    let local = try request("GET", from: "http://127.0.0.1:1/")
    #expect(throws: AuthError(.originNotAllowed, "")) { try next(302, "http://b.example/", local) }
    #expect(try next(302, "http://127.0.0.1:2/", local)?.url.absoluteString == "http://127.0.0.1:2/")
    #expect(try next(302, "https://b.example/", local)?.url.absoluteString == "https://b.example/")
  }

  @Test func refusesDisguisedAddresses() throws {
    for location in [
      "https://a.example\\@b.example/", "https://a.example@b.example/", "/a b", "ftp://a.example/", "https:///x",
      "javascript:1", "https://b%2eexample/", "",
    ] {
      #expect(throws: AuthError(.malformedResponse, ""), "\(location)") { try next(302, location, request("GET")) }
    }
  }
}
