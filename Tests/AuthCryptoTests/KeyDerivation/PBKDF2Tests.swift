import AuthCore
import AuthCrypto
import Testing

/// PBKDF2 with HMAC and SHA-256: the first vector of RFC 7914 §11, and two vectors that Python's `hashlib` computed.
@Suite struct PBKDF2Tests {
  @Test func agreesWithTheVectors() {
    let vectors: [(password: String, salt: String, iterations: Int, key: String)] = [
      (
        "passwd", "salt", 1,
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
          + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
      ),
      ("password", "salt", 4096, "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
      ("password", "salt", 2, "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
    ]
    for (password, salt, iterations, key) in vectors {
      let derived = PBKDF2.deriveKey(
        password: Secret(password), salt: Array(salt.utf8), iterations: iterations, byteCount: key.count / 2)
      #expect(derived.withBytes { Hex.encode($0) } == key, "\(password), \(iterations)")
    }
  }

  @Test func derivesTheRequestedLength() {
    for count in [0, 1, 31, 32, 33, 65] {
      let derived = PBKDF2.deriveKey(password: Secret("p"), salt: [1], iterations: 1, byteCount: count)
      #expect(derived.revealBytes().count == count)
    }
  }
}
