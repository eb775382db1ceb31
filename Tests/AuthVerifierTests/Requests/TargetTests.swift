import AuthCore
import AuthVerifier
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The URL of a request, from its request line and the public address of the backend.
@Suite struct TargetTests {
  private func url(_ target: String, _ address: String = "https://api.example.com") throws -> String? {
    let publicURL = try #require(URL(string: address))
    return PresentedRequest("GET", target: target, publicURL: publicURL, headers: [:])?.url.absoluteString
  }

  @Test("A target in origin form is joined to the public address")
  func originForm() throws {
    #expect(try url("/me?a=b%20c&d") == "https://api.example.com/me?a=b%20c&d")
    #expect(try url("/") == "https://api.example.com/")
    #expect(try url("/me", "https://api.example.com/") == "https://api.example.com/me")
    #expect(try url("/me", "http://127.0.0.1:8080/v1") == "http://127.0.0.1:8080/v1/me")
    // Two slashes do not begin an authority after the address.
    #expect(try url("//other.example/x") == "https://api.example.com//other.example/x")
    #expect(try url("/@other.example/x") == "https://api.example.com/@other.example/x")
  }

  @Test(
    "Other forms, which could name another host, are refused",
    arguments: [
      "", "*", "me", "http://other.example/x", ".other.example/x", "@other.example/x", ":443/x", "/a b", "/a#b", "/ä",
      "/a\r\nb", "/\0",
    ])
  func otherForms(_ target: String) throws { #expect(try url(target) == nil) }

  @Test(
    "A public address without a host, or with a query or a fragment, is refused",
    arguments: ["/v1", "https://a.example/?b", "https://a.example/#b"])
  func address(_ text: String) throws { #expect(try url("/me", text) == nil) }
}
