import AuthCore
import AuthCrypto
import AuthPasskey
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// WebAuthn Level 3 §8.2.1 and RFC 5280 §6.1, rule by rule: a certificate with one wrong field is refused for that
/// field.
@Suite struct AttestationCertificateTests {
  private let challenge = SystemRandomSource().bytes(32)
  private let forge = CeremonyForge()

  private func verify(_ path: [TestCertificate], _ roots: [TestCertificate]) throws -> RegisteredPasskey {
    let party = RelyingParty(
      id: "example.org", origins: ["https://example.org"],
      attestationTrust: try PasskeyAttestationTrust(
        roots: roots.map(\.der), clock: ManualClock(Date(timeIntervalSince1970: 1_767_323_045))))
    let client = ClientData(.create, challenge: challenge, origin: "https://example.org")
    var forge = forge
    forge.format = "packed"
    forge.statement = [CBORValue.Pair("alg", -7), CBORValue.Pair("x5c", .array(path.map { .bytes($0.der) }))]
    let message = try forge.message(client)
    let signature = Array(try path[0].key.signature(for: message).derRepresentation)
    forge.statement?.append(CBORValue.Pair("sig", .bytes(signature)))
    return try party.verify(try forge.registration(client), challenge: challenge)
  }

  private func refuses(
    _ path: [TestCertificate], _ roots: [TestCertificate], at location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: AuthError.self, sourceLocation: location) { try verify(path, roots) }
    #expect(error?.passkeyRefusal == .attestation, sourceLocation: location)
  }

  @Test func checksAnAuthenticatorsCertificate() throws {
    let root = try TestCertificate.root()
    func leaf(_ change: (inout TestCertificate.Fields) -> Void = { _ in }) throws -> [TestCertificate] {
      var fields = TestCertificate.Fields()
      change(&fields)
      return [try root.issue(fields)]
    }
    #expect(try verify(leaf(), [root]).attestation == .certified(format: "packed"))
    for version in [0, 1] as [UInt8] { refuses(try leaf { $0.version = version }, [root]) }
    for index in 0..<4 { refuses(try leaf { $0.subject.remove(at: index) }, [root]) }
    refuses(try leaf { $0.subject[0].value = "AAA" }, [root])
    refuses(try leaf { $0.subject[2].value = "authenticator attestation" }, [root])
    refuses(try leaf { $0.subject.append((11, "Another unit")) }, [root])
    refuses(try leaf { $0.isAuthority = true }, [root])
    refuses(try leaf { $0.isAuthority = nil }, [root])
    let aaguid: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0x82, 0xE5, 0x1C, 0x01, 0x01, 0x04]
    let zeros = TestCertificate.element(0x04, Array(repeating: 0, count: 16))
    #expect(try verify(leaf { $0.extensions = [(aaguid, false, zeros)] }, [root]).attestation != .none)
    refuses(try leaf { $0.extensions = [(aaguid, true, zeros)] }, [root])
    refuses(try leaf { $0.extensions = [(aaguid, false, zeros + [0])] }, [root])
    let other = TestCertificate.element(0x04, Array(repeating: 1, count: 16))
    refuses(try leaf { $0.extensions = [(aaguid, false, other)] }, [root])
    refuses(try leaf { $0.extensions = [(aaguid, false, zeros), (aaguid, false, other)] }, [root])
    // An unknown critical extension is refused (RFC 5280 §4.2).
    #expect(try verify(leaf { $0.extensions = [([0x2A, 0x03], false, [5, 0])] }, [root]).attestation != .none)
    refuses(try leaf { $0.extensions = [([0x2A, 0x03], true, [5, 0])] }, [root])
    // In DER, TRUE is 0xFF (X.690 §11.1): another value must not make a critical extension look like one that is not.
    for content in [[], [0x01], [0xFF, 0xFF]] as [[UInt8]] {
      refuses(
        try leaf {
          $0.extensions = [([0x2A, 0x03], true, [5, 0])]
          $0.criticality = content
        }, [root])
    }
  }

  @Test func checksTimes() throws {
    let root = try TestCertificate.root()
    func leaf(_ start: String, _ end: String) throws -> [TestCertificate] {
      var fields = TestCertificate.Fields()
      (fields.start, fields.end) = (start, end)
      return [try root.issue(fields)]
    }
    // The certificates are verified at 2026-01-02T03:04:05Z.
    #expect(try verify(leaf("20260102030405Z", "20260102030405Z"), [root]).attestation != .none)
    refuses(try leaf("20260102030406Z", "20440101000000Z"), [root])
    refuses(try leaf("20240101000000Z", "20260102030404Z"), [root])
    for malformed in ["20260102030405", "2026010203Z", "20261302030405Z", "20260102030405+0100"] {
      refuses(try leaf(malformed, "20440101000000Z"), [root])
    }
    var late = TestCertificate.Fields.authority
    late.start = "20260102030406Z"
    let unborn = try TestCertificate.root(late)
    refuses([try unborn.issue()], [unborn])
  }

  @Test func checksThePathOfAuthorities() throws {
    func authority(_ change: (inout TestCertificate.Fields) -> Void = { _ in }) -> TestCertificate.Fields {
      var fields = TestCertificate.Fields.authority
      fields.subject = [(3, "Intermediate")]
      change(&fields)
      return fields
    }
    let root = try TestCertificate.root()
    let middle = try root.issue(authority())
    let leaf = try middle.issue()
    #expect(try verify([leaf, middle], [root]).attestation != .none)
    #expect(try verify([leaf, middle, root], [root]).attestation != .none)
    #expect(try verify([leaf], [middle]).attestation != .none)
    refuses([leaf], [root])
    refuses([leaf, root], [root])
    refuses([leaf, middle], [try TestCertificate.root()])
    for bad in [
      authority { $0.isAuthority = false }, authority { $0.isAuthority = nil }, authority { $0.keyUsage = 0x80 },
      authority { $0.version = 0 }, authority { $0.end = "20250101000000Z" },
      authority { $0.extensions = [([0x2A, 0x03], true, [5, 0])] },
    ] {
      let middle = try root.issue(bad)
      refuses([try middle.issue(), middle], [root])
    }
    // The path length: the maximum number of authorities below an authority (RFC 5280 §4.2.1.9).
    var short = TestCertificate.Fields.authority
    short.pathLength = 0
    let strict = try TestCertificate.root(short)
    #expect(try verify([try strict.issue()], [strict]).attestation != .none)
    let below = try strict.issue(authority())
    refuses([try below.issue(), below], [strict])
    short.pathLength = 1
    let wide = try TestCertificate.root(short)
    let allowed = try wide.issue(authority())
    #expect(try verify([try allowed.issue(), allowed], [wide]).attestation != .none)
    // Another root with the same name has another key, so the signature does not verify.
    let impostor = try TestCertificate.root()
    refuses([try impostor.issue()], [root])
  }
}
