import AuthCore
import AuthCrypto
import AuthTurnkey
import Testing

@Suite struct APIKeyStamperTests {
  private let vectors: TurnkeyVectors
  init() throws { vectors = try TurnkeyVectors() }

  @Test func everyPublishedPairStampsAndEveryStampVerifies() throws {
    var count = 0
    for vector in vectors.all("key_pair") where vector["public_key_compressed_hex"] != nil {
      let publicKey = try vector.text("public_key_compressed_hex")
      let stamper = try APIKeyStamper(publicKeyHex: publicKey, privateKeyHex: vector.text("private_key_hex"))
      #expect(stamper.publicKeyHex == publicKey)
      // Sizes near the block size of SHA-256 and the group size of base64. The bytes are random, not only text.
      for size in [0, 1, 2, 3, 55, 56, 64, 300, 5000] {
        let body = SystemRandomSource().bytes(size)
        let stamp = try stamper.stamp(body)
        #expect(stamp.name == "X-Stamp")
        let parts = try StampParts(stamp.value)
        #expect(parts.names == ["publicKey", "scheme", "signature"])
        #expect(parts.publicKey == publicKey)
        #expect(parts.scheme == "SIGNATURE_SCHEME_TK_API_P256")
        #expect(try parts.verifies(body))
        #expect(try !parts.verifies(body + [0]))
        count += 1
      }
    }
    #expect(count == 18)
  }

  @Test func theStampPublishedForTheCommandLineVerifies() throws {
    let vector = try vectors["api-key-stamp-cli"]
    let parts = try StampParts(vector.text("stamp"))
    #expect(parts.publicKey == (try vector["decoded"]?.text("publicKey")))
    #expect(try parts.verifies(Array(vector.text("body").utf8)))
    #expect(try !parts.verifies(Array(vector.text("body").utf8) + [0x0A]))
  }

  @Test func deterministicStampsOfOtherClientsVerify() throws {
    var count = 0
    for vector in vectors.all("api_key_stamp_deterministic") {
      let parts = try StampParts(vector.text("stamp"))
      #expect(try parts.verifies(Array(vector.text("body").utf8)))
      count += 1
    }
    #expect(count == 1)
  }

  @Test func acceptsAKeyInUpperCase() throws {
    let vector = try vectors["api-key-fixture-js"]
    let publicKey = try vector.text("public_key_compressed_hex")
    let stamper = try APIKeyStamper(
      publicKeyHex: publicKey.uppercased(), privateKeyHex: vector.text("private_key_hex").uppercased())
    #expect(stamper.publicKeyHex == publicKey)
  }

  @Test func refusesAnInvalidPair() throws {
    let good = try vectors["api-key-fixture-js"]
    let other = try vectors["api-key-pair-rust"]
    let publicKey = try good.text("public_key_compressed_hex")
    let privateKey = try good.text("private_key_hex")
    let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    let flipped = "03" + publicKey.dropFirst(2)
    let cases: [(String, String, String)] = [
      ("another key's public half", try other.text("public_key_compressed_hex"), privateKey),
      ("the mirrored point", flipped, privateKey),
      ("scalar above the order", publicKey, try vectors["api-key-bad-private"].text("private_key_hex")),
      ("the order itself", publicKey, order),
      ("zero", publicKey, String(repeating: "0", count: 64)),
      ("a digit short", publicKey, String(privateKey.dropLast())),
      ("a byte short", publicKey, String(privateKey.dropLast(2))),
      ("a byte long", publicKey, privateKey + "00"),
      ("no hex", publicKey, String(privateKey.dropLast()) + "g"),
      ("empty private half", publicKey, ""),
      ("empty public half", "", privateKey),
      ("uncompressed", try good.text("public_key_uncompressed_hex"), privateKey),
      ("hybrid prefix", "06" + publicKey.dropFirst(2), privateKey),
      ("blank", publicKey, " " + privateKey.dropFirst()),
    ]
    for (name, publicHalf, privateHalf) in cases {
      do throws(AuthError) {
        _ = try APIKeyStamper(publicKeyHex: publicHalf, privateKeyHex: privateHalf)
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error.code == .invalidRequest, "\(name)")
        #expect(error.code.kind == .usage)
        if privateHalf.count > 8 { #expect(!"\(error)".contains(privateHalf), "\(name)") }
      }
    }
  }

  @Test func neitherStamperNorStampPrintsASecret() throws {
    let vector = try vectors["api-key-fixture-js"]
    let privateKey = try vector.text("private_key_hex")
    let stamper = try APIKeyStamper(
      publicKeyHex: vector.text("public_key_compressed_hex"), privateKeyHex: privateKey)
    let stamp = try stamper.stamp(Array("{}".utf8))
    var text = "\(stamper) \(String(reflecting: stamper)) \(stamp) \(String(describing: stamp))"
    dump(stamper, to: &text)
    #expect(!text.contains(privateKey))
    #expect(!text.contains(stamp.value))
  }
}
