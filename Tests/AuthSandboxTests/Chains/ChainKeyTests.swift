import AuthCore
import AuthCrypto
import Testing

@testable import AuthSandboxChains

/// The keys of wallets, compared with published vectors.
@Suite struct ChainKeyTests {
  @Test func keccakAndSHA3() {
    // Keccak-256 and SHA3-256 of the empty input and of "abc" (Ethereum yellow paper; FIPS 202 examples).
    #expect(
      Hex.encode(Keccak.hash256([])) == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
    #expect(
      Hex.encode(Keccak.hash256(Array("abc".utf8)))
        == "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45")
    #expect(
      Hex.encode(Keccak.sha3(Array("abc".utf8)))
        == "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532")
    // An input that is longer than a block: SHA3-256 of 200 bytes of 0xA3 (FIPS 202 examples), computed by OpenSSL.
    #expect(
      Hex.encode(Keccak.sha3([UInt8](repeating: 0xA3, count: 200)))
        == "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787")
  }

  @Test func deterministicSignaturesOfSecp256k1() throws {
    // Well-known vectors of RFC 6979 on secp256k1 (bitcoin-core, trezor-crypto): key, message, r, s (lower).
    let vectors: [(String, String, String, String)] = [
      (
        "0000000000000000000000000000000000000000000000000000000000000001", "Satoshi Nakamoto",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8",
        "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
      ),
      (
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140", "Satoshi Nakamoto",
        "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0",
        "6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5"
      ),
      (
        "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181", "Alan Turing",
        "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c",
        "58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea"
      ),
    ]
    for (secret, message, r, s) in vectors {
      let key = try #require(Hex.decode(secret).flatMap { Secp256k1.PrivateKey($0) })
      let digest = Array(SHA256.hash(data: Array(message.utf8)))
      let signature = try #require(key.sign(digest: digest))
      #expect(Hex.encode(signature.r.bytes) == r)
      #expect(Hex.encode(signature.s.bytes) == s)
      #expect(key.publicKey.isValid(signature, digest: digest))
      #expect(Secp256k1.PublicKey(key.publicKey.compressed) == key.publicKey)
      #expect(Secp256k1.PublicKey(key.publicKey.uncompressed) == key.publicKey)
      var other = digest
      other[0] ^= 1
      #expect(!key.publicKey.isValid(signature, digest: other))
      #expect(!key.publicKey.isValid(Secp256k1.Signature(r: signature.s, s: signature.r), digest: digest))
    }
  }

  @Test func refusesNumbersThatAreNotKeys() throws {
    let order = try #require(Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
    #expect(Secp256k1.PrivateKey(order) == nil)
    #expect(Secp256k1.PrivateKey([UInt8](repeating: 0, count: 32)) == nil)
    let generator = Secp256k1.generator
    var offCurve = [4] + generator.x.bytes + generator.y.bytes
    offCurve[64] ^= 1
    #expect(Secp256k1.PublicKey(offCurve) == nil)
    // The curve has no point with the x coordinate 5.
    #expect(Secp256k1.PublicKey([2] + [UInt8](repeating: 0, count: 31) + [5]) == nil)
  }

  @Test func wordsBecomeSeeds() throws {
    // BIP-39's own vectors use a passphrase. Hardware wallets publish this seed of the usual test words, without one.
    let abandon = String(repeating: "abandon ", count: 11) + "about"
    let mnemonic = try #require(Mnemonic(abandon))
    #expect(
      Hex.encode(mnemonic.seed)
        == "5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1"
        + "9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"
    )
    #expect(
      Mnemonic(entropy: [UInt8](repeating: 0xFF, count: 16)).text == String(repeating: "zoo ", count: 11) + "wrong")
    #expect(Mnemonic(String(repeating: "abandon ", count: 11) + "abandon") == nil)
    #expect(Mnemonic("one two three") == nil)
    let fresh = try #require(Mnemonic(wordCount: 24, random: SystemRandomSource()))
    #expect(fresh.words.count == 24)
    #expect(Mnemonic(fresh.text)?.words == fresh.words)
  }

  @Test func treesAndAddresses() throws {
    // The default words of Ethereum test chains, with the usual paths of Ethereum and Solana.
    let seed = try #require(Mnemonic(String(repeating: "test ", count: 11) + "junk")).seed
    let ethereum = try #require(DerivedKey(seed: seed, curve: .secp256k1)?.derived(path: "m/44'/60'/0'/0/0")).key
    #expect(ChainAddress.ethereum.text(of: ethereum) == "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266")
    #expect(
      Hex.encode(ethereum.bytes) == "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
    #expect(ChainAddress.solana.text(of: ethereum) == nil)
  }

  @Test func publishedTrees() throws {
    // BIP-32 test vector 1 and SLIP-0010 test vector 1: the private keys at the last path of each.
    let seed = try #require(Hex.decode("000102030405060708090a0b0c0d0e0f"))
    let vectors: [(ChainCurve, String, String)] = [
      (.secp256k1, "m/0'/1/2'/2/1000000000", "471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8"),
      (.p256, "m/0'/1/2'/2/1000000000", "21c4f269ef0a5fd1badf47eeacebeeaa3de22eb8e5b0adcd0f27dd99d34d0119"),
      (.ed25519, "m/0'/1'/2'/2'/1000000000'", "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"),
    ]
    for (curve, path, expected) in vectors {
      let root = try #require(DerivedKey(seed: seed, curve: curve))
      #expect(Hex.encode(try #require(root.derived(path: path)).key.bytes) == expected, "\(curve)")
      for wrong in ["0/1", "m/", "m/x", "m/2147483648", "m/1''"] { #expect(root.derived(path: wrong) == nil) }
    }
    #expect(DerivedKey(seed: seed, curve: .ed25519)?.derived(path: "m/0") == nil)
  }
}
