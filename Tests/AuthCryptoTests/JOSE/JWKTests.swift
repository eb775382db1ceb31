import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct JWKTests {
  private static let point: JSONObject = [
    "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  ]

  private static func key(_ members: (String, JSONValue)...) throws -> JWK {
    var object = point
    for (name, value) in members { object[name] = value }
    return try JWK(json: .object(object))
  }

  @Test func membersReadBack() throws {
    let table: [[(String, JSONValue)]] = [
      [], [("kid", "k")], [("use", "sig")], [("use", "enc")], [("key_ops", ["verify", "sign"])], [("alg", "EdDSA")],
      [("kid", "k"), ("use", "sig"), ("key_ops", []), ("alg", "EdDSA")],
    ]
    for members in table {
      var object = Self.point
      for (name, value) in members { object[name] = value }
      #expect(try JWK(json: .object(object)).json == .object(object), "\(members)")
    }
  }

  @Test func keyVerifiesOnlyItsAlgorithms() throws {
    let good = try [
      Self.key(), Self.key(("use", "sig")), Self.key(("alg", "EdDSA")), Self.key(("key_ops", ["sign", "verify"])),
    ]
    for key in good { #expect(key.allows(.edDSA) && !key.allows(.es256)) }
    for key in try [Self.key(("use", "enc")), Self.key(("key_ops", ["sign"])), Self.key(("key_ops", []))] {
      #expect(!key.allows(.edDSA))
    }
  }

  @Test func refusesASignatureByAKeyForAnotherUse() throws {
    let pair = Curve25519.Signing.PrivateKey()
    let signature = Array(try pair.signature(for: [7]))
    for (use, isGood) in [("sig", true), ("enc", false)] {
      let key = JWK(.ed25519(pair.publicKey), use: use)
      let found = signature.withUnsafeBufferPointer { signature in
        [7].withUnsafeBufferPointer { key.isValidSignature(signature, for: $0, by: .edDSA) }
      }
      #expect(found == isGood, "\(use)")
    }
  }

  @Test func refusalsSayWhatIsWrong() throws {
    let table: [(JSONValue, String)] = [
      (["kty": "EC", "crv": "P-1"], "its kty and crv"), (["kty": "oct", "crv": "P-256", "k": "AA"], "its kty and crv"),
      (["kty": "oct", "k": ""], "a member is missing or malformed"),
      (["kty": "OKP", "crv": "Ed25519"], "a member is missing or malformed"),
      (["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"], "a member is missing or malformed"),
    ]
    for (json, reason) in table {
      let error = #expect(throws: AuthError.self) { try JWK(json: json) }
      #expect(error?.code == .invalidRequest && error?.message.contains(reason) == true, "\(json)")
    }
  }

  @Test func privateNumbersMayHaveLeadingZeros() throws {
    let example = try Vectors.load("jose-cookbook/4_1.rsa_v15_signature.json")
    var json = try #require(example["input"]?["key"]?.objectValue)
    json["alg"] = "RS256"
    for name in ["d", "p", "q", "dp", "dq", "qi"] {
      let bytes = try #require(json[name]?.stringValue.flatMap { Base64URL.decode($0) })
      json[name] = .string(Base64URL.encode([0, 0] + bytes))
    }
    let jws = try JWS.sign([7], header: [:], with: JWS.SigningKey(jwk: .object(json)))
    try JWS(compact: jws).verify(with: JWK(json: .object(json)).key)
  }
}

@Suite struct JWKSetTests {
  private static let edwards: JSONObject = [
    "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  ]

  private static func set(_ names: String?...) throws -> JWKSet {
    try JWKSet(
      json: [
        "keys": .array(
          names.map { name in
            var object = edwards
            if let name { object["kid"] = .string(name) }
            return .object(object)
          })
      ])
  }

  @Test func unusableKeyBlocksOnlyItsOwnName() throws {
    let unknown: (JSONValue) -> JSONValue = { ["kty": "X", "kid": $0] }
    var named = Self.edwards
    named["kid"] = "a"
    let keys = try JWKSet(json: ["keys": [.object(Self.edwards), .object(named), unknown("b")]])
    #expect(keys.keys.map(\.keyID) == [nil, "a"])
    #expect(
      try JWKSet(json: ["keys": [.object(Self.edwards), .object(named), unknown("a")]]).keys.map(\.keyID) == [nil])
    let other: JSONValue = ["kty": "X", "kid": "a", "use": "enc"]
    #expect(try JWKSet(json: ["keys": [.object(named), other]]).keys.map(\.keyID) == ["a"])
  }

  @Test func selectsOneKeyOrGivesTheReason() throws {
    #expect(try Self.set("a", "b").key("b", for: .edDSA).keyID == "b")
    #expect(try Self.set("a").key(nil, for: .edDSA).keyID == "a")
    let table: [(set: JWKSet, name: String?, algorithm: JWSAlgorithm, reason: String)] = [
      (try Self.set("a"), "b", .edDSA, "names a key (kid) that the key set does not have for the token's alg"),
      (try Self.set("a"), "a", .es256, "names a key (kid) that the key set does not have for the token's alg"),
      (try Self.set("a"), nil, .es256, "has an alg that no key of the key set allows"),
      (try Self.set("a", "b"), nil, .edDSA, "has no kid, and more than one key matches"),
      (try Self.set("a", "a"), "a", .edDSA, "names a kid that more than one key has"),
    ]
    for row in table {
      let error = #expect(throws: AuthError.self) { try row.set.key(row.name, for: row.algorithm) }
      #expect(error?.message == "The token \(row.reason). Do not use the token; request a new one.")
    }
  }

  @Test func readsADocumentOfTheLargestSizeAndDepth() throws {
    let most = Array(#"{"keys":[]}"#.utf8)
    let room = [UInt8](repeating: 0x20, count: 65_536 - most.count)
    #expect(try JWKSet(parsing: most + room).keys.isEmpty)
    #expect(throws: AuthError(.responseTooLarge, "")) { try JWKSet(parsing: most + room + [0x20]) }
    for (depth, isRead) in [(7, true), (8, false)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let text = #"{"keys":[],"x":\#(nested)}"#
      #expect(((try? JWKSet(parsing: Array(text.utf8))) != nil) == isRead, "\(depth)")
    }
  }
}

@Suite struct CompactFormTests {
  @Test func printsItsHeaderAndNoToken() throws {
    let named = #"{"alg":"HS256","kid":"key-1","typ":"JWT"}"#
    for (header, key, type) in [(named, "key-1", "JWT"), (#"{"alg":"HS256"}"#, "nil", "nil")] {
      let jws = try JWS(compact: Base64URL.encode(Array(header.utf8)) + ".e30.AA")
      #expect(
        Dictionary(uniqueKeysWithValues: jws.shownParts.map { ($0, $1) }) == [
          "algorithm": "HS256", "keyID": key, "type": type,
        ])
      #expect(!"\(jws)".contains("e30"))
    }
  }

  @Test func refusalsSayWhatIsWrong() throws {
    let table = [
      ("", "three parts"), (".", "three parts"), ("..", "three parts"), (".e30.AA", "three parts"),
      ("e30.e30", "three"),
      ("e30.e30.", "three parts"), ("e30.e30.AA.AA", "three parts"), ("A.e30.AA", "base64url"),
      ("e30.A.AA", "base64url"), ("e30.e30.A", "base64url"), ("e30=.e30.AA", "base64url"),
      ("e30.e30.AA", "missing or unsupported alg"),
    ]
    for (token, reason) in table {
      let error = #expect(throws: AuthError.self) { try JWS(compact: token) }
      #expect(
        error?.code == .invalidToken && error?.message.contains(reason) == true,
        "\(token): \(String(describing: error))")
    }
  }

  @Test func readsATokenOfTheLargestSize() throws {
    let token = "e30.e30.AA"
    #expect(try JWSCompactForm.read(token, maximumByteCount: 10) { Array($0.payload) } == Array("{}".utf8))
    #expect(throws: AuthError(.invalidToken, "")) {
      try JWSCompactForm.read(token, maximumByteCount: 9) { $0.payload.count }
    }
  }

  @Test func readsEightKilobytesByDefault() throws {
    let header = Base64URL.encode(#"{"alg":"ES256"}"#.utf8)
    for (count, isRead) in [(8192, true), (8194, false)] {
      let payload = String(repeating: "A", count: count - header.utf8.count - 4)
      #expect(((try? JWS(compact: "\(header).\(payload).AA")) != nil) == isRead, "\(count)")
    }
  }

  @Test func limitsTheDepthOfAHeader() throws {
    for (depth, isRead) in [(7, true), (8, false)] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let header = Base64URL.encode(#"{"alg":"ES256","x":\#(nested)}"#.utf8)
      #expect(((try? JWS(compact: "\(header).e30.AA")) != nil) == isRead, "\(depth)")
    }
  }
}
