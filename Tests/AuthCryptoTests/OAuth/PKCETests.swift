import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct PKCETests {
  /// The example of RFC 7636 appendix B.
  @Test func published() throws {
    let pair = try PKCE(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    #expect(pair.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(PKCE.method == "S256")
    #expect(PKCE.verify(verifier: pair.verifier.revealText(), challenge: pair.challenge))
    #expect(!PKCE.verify(verifier: pair.verifier.revealText() + "x", challenge: pair.challenge))
    #expect(!PKCE.verify(verifier: pair.challenge, challenge: pair.challenge))
  }

  @Test func fresh() throws {
    let pairs = (0..<20).map { _ in PKCE(random: SystemRandomSource()) }
    #expect(Set(pairs.map { $0.verifier.revealText() }).count == 20)
    for pair in pairs {
      #expect(pair.verifier.count == 43)
      #expect(pair.challenge.utf8.count == 43)
      #expect(PKCE.verify(verifier: pair.verifier.revealText(), challenge: pair.challenge))
    }
    #expect(!"\(pairs[0])".contains(pairs[0].verifier.revealText()))
  }

  @Test func verifiersOfTheApp() throws {
    for good in [String(repeating: "a", count: 43), String(repeating: "~", count: 128)] {
      #expect(throws: Never.self) { try PKCE(verifier: Secret(good)) }
    }
    let wrong = [
      "", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
      String(repeating: "a", count: 43) + "=",
      String(repeating: "é", count: 43),
    ]
    for text in wrong {
      #expect(throws: AuthError(.invalidRequest, "")) { try PKCE(verifier: Secret(text)) }
      #expect(!PKCE.verify(verifier: text, challenge: Base64URL.encode(SHA256.hash(data: Array(text.utf8)))))
    }
  }

  @Test func everyCharacterOfAVerifier() {
    let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    for byte in UInt8.min...0x7F {
      let character = Character(Unicode.Scalar(byte))
      let text = String(repeating: "a", count: 42) + String(character)
      #expect(((try? PKCE(verifier: Secret(text))) != nil) == allowed.contains(character), "\(byte)")
    }
  }
}
