import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OriginTests {
  @Test func readsPlainOrigins() {
    let table = [
      ("https://api.example.com", "https://api.example.com"), ("HTTPS://API.Example.COM/", "https://api.example.com"),
      ("https://api.example.com:443/a?b#c", "https://api.example.com"), ("https://a:8443", "https://a:8443"),
      ("http://a:80", "http://a"), ("http://a:443", "http://a:443"), ("https://a:80", "https://a:80"),
      ("https://example.com?x=@evil.com", "https://example.com"),
      ("https://example.com#@evil.com", "https://example.com"),
      ("https://example.com/@evil.com", "https://example.com"),
      ("https://example.com/https://evil.com", "https://example.com"),
      ("http://[::1]:8080/x", "http://[::1]:8080"), ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
      ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
      ("https://a_b.example", "https://a_b.example"),
      ("https://a:65535", "https://a:65535"), ("https://a:1", "https://a:1"), ("https://a/!~", "https://a"),
    ]
    for (text, origin) in table { #expect(Origin(text)?.description == origin, "\(text)") }
    for (text, port) in [("http://a", 80), ("https://a", 443), ("http://a:81", 81)] {
      #expect(Origin(text)?.port == port, "\(text)")
    }
  }

  @Test func refusesEveryDisguise() {
    let refused = [
      "", "example.com", "//example.com", "https:", "https:/", "https://", "https:///path", "https://?x", "https://#x",
      "ftp://example.com", "file:///etc/passwd", "javascript://example.com", "wss://example.com",
      " https://example.com",
      "https://example.com ", "https://exa mple.com", "https://example.com\t", "https://example.com\n.evil.com",
      "https://user@example.com", "https://user:pw@example.com", "https://example.com@evil.com", "https://@example.com",
      "https://example.com:443@evil.com", "https://example.com%40evil.com", "https://example.com%2eevil.com",
      "https://example.com\\@evil.com", "https:\\\\example.com", "https://example.com\\.evil.com",
      "https:/\\example.com",
      "https://exämple.com", "https://example。com", "https://example.com\u{200B}", "https://ｅxample.com",
      "https://example.com\u{0}.evil.com", "https://example.com:", "https://example.com:0", "https://example.com:65536",
      "https://example.com:-1", "https://example.com:+443", "https://example.com:44a", "https://example.com: 443",
      "https://example.com:٤٤٣", "https://example.com:99999999999999999999", "https://a:1:2", "https://[::1",
      "https://::1",
      "https://[::1]x", "https://[::1]:x", "https://[]", "https://[evil.com]", "https://[::1%25eth0]",
      "https://[::1]@evil.com", "https;//example.com", "https///example.com", "https://[:]",
      "https://example.com/\u{7F}", "https://example.com/ ",
      "https://a;b", "https://a,b", "https://a!b", "https://$a", "https://(a)", "https://a'b", "https://a*b",
      "https://a|b",
    ]
    for text in refused { #expect(Origin(text) == nil, "\(text.debugDescription)") }
  }

  @Test func everyCharacterOfAHost() {
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
    let ends: Set<Character> = ["/", "?", "#"]
    for byte in UInt8.min...0x7F {
      let character = Character(Unicode.Scalar(byte))
      guard !ends.contains(character) else { continue }
      #expect((Origin("https://a\(character)b") != nil) == allowed.contains(character), "\(byte)")
    }
  }

  @Test func loopbackGoesByLiteralNames() {
    for text in ["localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.255.0.9", "[::1]"] {
      #expect(Origin("http://\(text):8080")?.isLoopback == true, "\(text)")
      #expect(Origin("http://\(text)")?.isAcceptable == true, "\(text)")
    }
    for text in [
      "localhost.evil.com", "evil-localhost", "127.0.0.1.evil.com", "127.evil.com", "127.0.0.256", "127.0.0", "127.1",
      "127.0.0.1.", "127..0.0.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "128.0.0.1", "[::]", "[::ffff:127.0.0.1]",
      "example.com", "127.0.0.0001000000000000000000000",
    ] {
      #expect(Origin("http://\(text)")?.isLoopback == false, "\(text)")
      #expect(Origin("http://\(text)")?.isAcceptable == false, "\(text)")
      #expect(Origin("https://\(text)")?.isAcceptable == true, "\(text)")
    }
  }

  @Test func equalWhereCredentialsMayGo() throws {
    let url = try #require(URL(string: "https://API.example.com:443/v1?x=1"))
    #expect(Origin(url) == Origin("https://api.example.com"))
    for other in [
      "http://api.example.com", "https://api.example.com:444", "https://example.com", "https://api.example.com.",
    ] {
      #expect(Origin(other) != Origin(url), "\(other)")
    }
  }
}
