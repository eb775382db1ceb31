import AuthCore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SecretTests {
  static let canary = "canary-5f3759df"

  struct Holder {
    let name = "holder"
    let secret = Secret(canary)
    let list = [Secret(canary)]
    let byName = ["key": Secret(canary)]
    let maybe: Secret? = Secret(canary)
  }

  enum Wrapped { case value(Secret) }

  @Test func nothingPrintsIt() {
    let secret = Secret(Self.canary)
    var texts = [
      "\(secret)", String(describing: secret), String(reflecting: secret), secret.description, secret.debugDescription,
      "\([secret])", "\(["k": secret])", "\(Optional(secret) as Any)", "\(Holder())", String(reflecting: Holder()),
      "\(Wrapped.value(secret))", String(reflecting: Wrapped.value(secret)), "\((secret, secret))",
      "\(SessionTokens(access: secret, refresh: secret, identity: secret, other: ["x": secret]))",
    ]
    var dumped = ""
    dump(secret, to: &dumped)
    dump(Holder(), to: &dumped)
    dump(Wrapped.value(secret), to: &dumped)
    texts.append(dumped)
    for text in texts {
      #expect(!text.contains(Self.canary), "\(text)")
      #expect(!text.contains(Array(Self.canary.utf8).map(String.init).joined(separator: ", ")), "\(text)")
      #expect(text.contains("<redacted>"), "\(text)")
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect((secret as Any) as? any Encodable == nil)
  }

  @Test func comparesByContent() {
    #expect(Secret("a") == Secret("a"))
    #expect(Secret("a") == Secret([0x61] as [UInt8]))
    for (left, right) in [("a", "b"), ("a", ""), ("a", "aa"), ("", "a"), ("aX", "bX"), ("Xa", "Xb")] {
      #expect(Secret(left) != Secret(right))
    }
    #expect(Secret("") == Secret([] as [UInt8]))
    #expect(Secret("").isEmpty && Secret("é").count == 2)
  }

  /// A secret can be created from contiguous and from other sequences.
  @Test func holdsTheBytesItWasMadeWith() {
    let bytes = Array(UInt8(0)...255)
    for secret in [
      Secret(bytes), Secret(bytes[...]), Secret(AnySequence(bytes)), Secret(bytes.lazy.map { $0 }), Secret(Data(bytes)),
      Secret(stride(from: UInt8(0), through: 255, by: 1).map { $0 }),
    ] {
      #expect(secret.revealBytes() == bytes)
      #expect(secret.withBytes { Array($0) } == bytes)
    }
    #expect(Secret("é😀").revealText() == "é😀")
    #expect(Secret([0xFF] as [UInt8]).revealText() == "\u{FFFD}")
  }

  @Test func copiesShareOneBuffer() {
    let secret = Secret(Self.canary)
    let copy = secret
    #expect(secret.withBytes { $0.baseAddress } == copy.withBytes { $0.baseAddress })
  }

  #if canImport(Glibc)
    /// Reads released memory. The allocator overwrites the first bytes of a released buffer, and another thread may use
    /// a buffer again; bytes of the pattern may be left in none.
    @Test(.enabled(if: ProcessMemory.isReadable, "the kernel does not show a process its memory"))
    func wipesItsBytesWithTheLastCopy() {
      let pattern = (0..<1024).map { UInt8(truncatingIfNeeded: $0 * 7) | 1 }
      let makers: [(String, () -> Secret)] = [
        ("bytes", { Secret(pattern) }), ("a sequence", { Secret(AnySequence(pattern)) }),
        ("parts", { Secret(joining: [Secret(pattern[..<500]), Secret(pattern[500...])]) }),
      ]
      for (name, make) in makers {
        var secrets = (0..<32).map { _ in make() }
        let addresses = secrets.map { secret in secret.withBytes { UInt(bitPattern: $0.baseAddress) } }
        func holding() -> Int {
          addresses.count { ProcessMemory.bytes(at: $0, count: 1024).dropFirst(64) == pattern.dropFirst(64) }
        }
        var copies = secrets
        secrets = []
        #expect(holding() == 32, "\(name): a copy is left")
        #expect(copies.count == 32)
        copies = []
        #expect(holding() == 0, "\(name)")
      }
    }
  #endif

  @Test func wipingClearsEveryByte() {
    var bytes = Array(UInt8(1)...255)
    Wiping.wipe(&bytes)
    #expect(bytes == Array(repeating: 0, count: 255))
  }

  @Test func constantTimeComparisonIsRight() {
    let random = SystemRandomSource()
    for count in [0, 1, 31, 32, 33] {
      let bytes = random.bytes(count)
      #expect(ConstantTime.equal(bytes, bytes))
      #expect(!ConstantTime.equal(bytes, bytes + [0]))
      for index in 0..<count {
        for bit in 0..<8 {
          var other = bytes
          other[index] ^= 1 << UInt8(bit)
          #expect(!ConstantTime.equal(bytes, other))
        }
      }
    }
    #expect(ConstantTime.equal("é", "é") && !ConstantTime.equal("é", "e\u{301}"))
  }
}
