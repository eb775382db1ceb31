import AuthCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct UnverifiedJWTTests {
  private static let head = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))
  private static let body = Base64URL.encode(Array(#"{"exp":1000,"sub":"u"}"#.utf8))

  @Test func readsExpiryAndClaims() throws {
    let known = try #require(UnverifiedJWT(Secret("  \(Self.head).\(Self.body).c2ln\n")))
    #expect(known.token == Secret("\(Self.head).\(Self.body).c2ln"))
    #expect(known.claims["sub"] == "u")
    #expect(!"\(known)".contains("1000"), "the description contains no value")
    #expect(known.expiresAt == Date(timeIntervalSince1970: 1000))
    #expect(known.isExpired(at: Date(timeIntervalSince1970: 1000)))
    #expect(!known.isExpired(at: Date(timeIntervalSince1970: 999.9)))
    // A token without a signature is accepted here, because the server verifies the token.
    #expect(UnverifiedJWT(Secret("\(Self.head).\(Self.body).")) != nil)
    let endless = try #require(UnverifiedJWT(Secret("\(Self.head).e30.c2ln")))
    #expect(endless.expiresAt == nil)
    #expect(!endless.isExpired(at: .distantFuture))
  }

  @Test func refusesTextsOfAnotherForm() {
    for text in [
      "", " ", "token", "a.b", "a.b.c", "..", "\(Self.head).\(Self.body)", "\(Self.head).\(Self.body).x.y",
      ".\(Self.body).c2ln", "\(Self.head)..c2ln", "\(Self.head).\(Self.body)=.c2ln", "\(Self.head).W10.c2ln",
    ] {
      #expect(UnverifiedJWT(Secret(text)) == nil, "\(text)")
    }
  }
}
