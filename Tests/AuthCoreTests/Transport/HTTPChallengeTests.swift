import Testing

@testable import AuthCore

/// Challenges in `WWW-Authenticate` fields (RFC 9110 §11.6.1).
@Suite struct HTTPChallengeTests {
  private func challenges(_ fields: String...) -> [String] {
    var headers: HTTPHeaders = [:]
    for field in fields { headers.add("WWW-Authenticate", field) }
    return HTTPChallenge.challenges(of: TransportResponse(status: 401, headers: headers)).map { challenge in
      let parameters = challenge.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([challenge.scheme] + parameters).joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("Bearer", ["bearer"]), ("", []), (" , ", []), ("Basic realm=\"a b\"", ["basic realm=a b"]),
    (#"Bearer error="x", max_age=5"#, ["bearer error=x max_age=5"]),
    (#"DPoP algs="ES256 PS256",error="use_dpop_nonce""#, ["dpop algs=ES256 PS256 error=use_dpop_nonce"]),
    (#"Bearer error="a", DPoP error="b""#, ["bearer error=a", "dpop error=b"]),
    (#"Bearer, DPoP error="b""#, ["bearer", "dpop error=b"]),
    (#"Negotiate aGVsbG8=, Bearer realm=x"#, ["negotiate", "bearer realm=x"]),
    (#"Negotiate aGVsbG8, Bearer realm=x"#, ["negotiate", "bearer realm=x"]),
    (#"Basic realm = "a""#, ["basic realm=a"]), (#"Bearer a="b\"c\\d, e""#, [#"bearer a=b"c\d, e"#]),
    (#"Bearer A=1, b=2, , c=3"#, ["bearer a=1 b=2 c=3"]),
    // Faults end the reading of a field, and keep what came before.
    (#"Bearer a="b"#, []), (#"Bearer a=1, DPoP b="c"#, ["bearer a=1"]), ("Bearer\ta=1", []), ("=a", []),
    (#"Bearer error="x", error="y""#, []), (#"Bearer a="b" c="d""#, ["bearer a=b c=d"]),
  ])
  func table(_ field: String, _ expected: [String]) { #expect(challenges(field) == expected, "\(field)") }

  @Test func everyFieldIsRead() {
    #expect(challenges("Bearer a=1", "Basic x=\"", "DPoP b=2") == ["bearer a=1", "dpop b=2"])
  }

  @Test func printsNoValues() {
    let challenge = HTTPChallenge(scheme: "bearer", parameters: ["error": "canary"])
    #expect(!"\(challenge)".contains("canary"))
  }
}
