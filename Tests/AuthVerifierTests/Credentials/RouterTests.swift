import AuthCore
import Testing

@testable import AuthVerifier

/// A credential gets to the one verifier that it belongs to.
@Suite struct RouterTests {
  private struct Fake: CredentialVerifier {
    let id: ProviderID
    let routes: [CredentialRoute]

    func verify(_ credential: PresentedCredential, of request: PresentedRequest) async throws(AuthError) -> Principal {
      Principal(provider: id, tenant: "t", subject: "s", credential: .accessToken)
    }
  }

  private static let verifiers: [any CredentialVerifier] = [
    Fake(id: "a", routes: [.issuer("https://i.example", audience: "one"), .field("x-token")]),
    Fake(id: "b", routes: [.issuer("https://i.example", audience: "two"), .prefix("lk_")]),
    Fake(id: "c", routes: [.issuer("https://j.example", audience: nil), .scheme("stamp"), .prefix("lk_long_")]),
    Fake(id: "d", routes: [.claims(["x", "y"]), .opaque]), Fake(id: "e", routes: [.claims(["x"])]),
  ]

  private static func token(_ claims: JSONValue) -> String {
    Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64URL.encode(claims.serialized) + ".AA"
  }

  private static let cases: [(PresentedCredential.Place, String, ProviderID?)] = [
    (.bearer, token(["iss": "https://i.example", "aud": "one"]), "a"),
    (.dpop, token(["iss": "https://i.example", "aud": ["x", "two"]]), "b"),
    (.bearer, token(["iss": "https://i.example", "aud": ["one", "two"]]), nil),
    (.bearer, token(["iss": "https://i.example", "aud": "three"]), nil),
    (.bearer, token(["iss": "https://i.example"]), nil), (.bearer, token(["iss": "https://k.example"]), nil),
    (.bearer, token(["iss": "https://j.example", "aud": 1]), "c"), (.bearer, token(["iss": 1, "x": 1]), nil),
    (.bearer, token(["x": 1, "y": 1]), "d"), (.bearer, token(["x": 1]), "e"), (.bearer, token(["y": 1]), nil),
    (.bearer, "lk_1", "b"), (.bearer, "lk_long_1", "c"), (.bearer, "opaque", "d"), (.bearer, "a.b.c", "d"),
    (.scheme("stamp"), "opaque", "c"), (.scheme("basic"), "opaque", nil), (.field("x-token"), "opaque", "a"),
  ]

  @Test(arguments: cases) func routes(_ place: PresentedCredential.Place, _ text: String, _ owner: ProviderID?) throws {
    let router = try CredentialRouter(Self.verifiers)
    let index = router.verifier(of: PresentedCredential(place: place, token: Secret(text)))
    #expect(index.map { Self.verifiers[$0].id } == owner)
  }

  @Test("Verifiers that share a field are told apart by the token") func sharedField() throws {
    let verifiers: [any CredentialVerifier] = [
      Fake(id: "a", routes: [.issuer("i", audience: "one"), .field("x-token")]),
      Fake(id: "b", routes: [.issuer("i", audience: "two"), .field("x-token")]),
      Fake(id: "c", routes: [.issuer("j", audience: nil)]),
    ]
    let router = try CredentialRouter(verifiers)
    #expect(router.fields == ["x-token"])
    let cases: [(JSONValue, Int?)] = [
      (["iss": "i", "aud": "one"], 0), (["iss": "i", "aud": "two"], 1), (["iss": "i", "aud": "three"], nil),
      (["iss": "j"], nil),
    ]
    for (claims, owner) in cases {
      let token = PresentedCredential(place: .field("x-token"), token: Secret(Self.token(claims)))
      #expect(router.verifier(of: token) == owner)
    }
    let alone = Fake(id: "a", routes: [.field("x")])
    let sharing = Fake(id: "b", routes: [.field("x"), .issuer("i", audience: nil)])
    for pair in [[alone, alone], [alone, sharing], [sharing, alone]] {
      #expect(throws: AuthError(.invalidConfiguration, "")) { try CredentialRouter(pair) }
    }
  }

  @Test("Two verifiers of the same credentials are an error") func conflicts() {
    #expect(throws: AuthError(.invalidConfiguration, "")) {
      try CredentialRouter([Fake(id: "a", routes: [.opaque]), Fake(id: "b", routes: [.opaque])])
    }
  }
}
