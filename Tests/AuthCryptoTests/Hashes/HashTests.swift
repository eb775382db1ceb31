import AuthCore
import Testing

@testable import AuthCrypto

@Suite struct HashTests {
  /// The examples of FIPS 180-4 for "abc".
  @Test func published() {
    let message = Array("abc".utf8)
    #expect(Hex.encode(Insecure.SHA1.hash(data: message)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      Hex.encode(SHA256.hash(data: message)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      Hex.encode(SHA384.hash(data: message))
        == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
    #expect(
      Hex.encode(SHA512.hash(data: message))
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    )
    #expect(
      Hex.encode(SHA256.hash(data: [UInt8]()))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func piecesAndCopies() {
    let message = [UInt8](0...255)
    var function = SHA256()
    function.update(data: message[..<100])
    var branch = function
    function.update(data: message[100...])
    branch.update(data: [1])
    #expect(function.finalize() == SHA256.hash(data: message))
    #expect(function.finalize() == SHA256.hash(data: message))
    #expect(branch.finalize() == SHA256.hash(data: message[..<100] + [1]))
    #expect(branch.finalize() != function.finalize())
    #expect(SHA256.hash(data: message) == Array(SHA256.hash(data: message)))
    #expect("\(SHA256.hash(data: [UInt8]()))".hasPrefix("SHA256Digest: e3b0c442"))
  }

  /// The examples of RFC 4231 §4.2, §4.3 and §4.7 (a key longer than a block).
  @Test func codes() throws {
    let cases: [(key: [UInt8], data: String, code: String)] = [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, data, expected) in cases {
      let key = SymmetricKey(data: key)
      let data = Array(data.utf8)
      let code = HMAC<SHA256>.authenticationCode(for: data, using: key)
      #expect(Hex.encode(code) == expected)
      #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: data, using: key))
      #expect(!HMAC<SHA256>.isValidAuthenticationCode(Array(code).dropLast(), authenticating: data, using: key))
      #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: data + [0], using: key))
    }
  }
}
