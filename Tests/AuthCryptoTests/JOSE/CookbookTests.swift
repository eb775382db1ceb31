import AuthCore
import Testing

@testable import AuthCrypto

/// The examples of RFC 7520 and RFC 8037.
@Suite struct CookbookTests {
  @Test(arguments: ["4_1.rsa_v15_signature", "4_3.ecdsa_signature", "4_4.hmac-sha2_integrity_protection", "jws"])
  func example(_ name: String) throws {
    let example = try Vectors.load("jose-cookbook/\(name).json")
    let input = try #require(example["input"])
    var keyJSON = try #require(input["key"]?.objectValue)
    keyJSON["alg"] = input["alg"]
    let key = try JWK(json: .object(keyJSON))
    let compact = try #require(example["output"]?["compact"]?.stringValue)
    let jws = try JWS(compact: compact)
    #expect(String(decoding: jws.payload, as: UTF8.self) == input["payload"]?.stringValue)
    #expect(String(decoding: jws.signingInput, as: UTF8.self) == example["signing"]?["sig-input"]?.stringValue)
    try jws.verify(with: key.key)
    // With a deterministic algorithm, signing again with the private key has the same result.
    let signingKey = try JWS.SigningKey(jwk: .object(keyJSON))
    let again = try JWS.sign(jws.payload, header: jws.header, with: signingKey)
    try JWS(compact: again).verify(with: key.key)
    if name != "4_3.ecdsa_signature" { #expect(again == compact) }
  }

  @Test func publishedKeys() throws {
    for name in ["3_1.ec_public_key", "3_2.ec_private_key", "3_3.rsa_public_key"] {
      let json = try Vectors.load("jose-cookbook/\(name).json")
      let key = try JWK(json: json)
      for member in ["kty", "crv", "x", "y", "n", "e", "kid", "use"] { #expect(key.json[member] == json[member]) }
      #expect(key.json["d"] == nil)
    }
    #expect(throws: AuthError(.invalidRequest, "")) {
      _ = try JWS.SigningKey(jwk: Vectors.load("jose-cookbook/3_1.ec_public_key.json"))
    }
  }

  /// The examples of RFC 7638 §3.1 and RFC 8037 A.3.
  @Test func thumbprints() throws {
    let rsa: JSONValue = [
      "kty": "RSA",
      "n":
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
      "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]
    #expect(try JWK(json: rsa).thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    let edwards: JSONValue = ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"]
    #expect(try JWK(json: edwards).thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    #expect(JWK(.hmac(SymmetricKey(size: .bits256))).thumbprint == nil)
  }
}
