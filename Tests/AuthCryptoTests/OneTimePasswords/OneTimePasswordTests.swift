import AuthCore
import Testing

@testable import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OneTimePasswordTests {
  /// The values of RFC 4226 appendix D.
  @Test func byCounter() throws {
    let generator = try HOTP(secret: Secret("12345678901234567890"))
    let codes = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]
    for (counter, code) in codes.enumerated() {
      #expect(generator.code(counter: UInt64(counter)) == code)
      #expect(generator.isValid(code, counter: UInt64(counter)))
      #expect(!generator.isValid(code, counter: UInt64(counter) + 1))
    }
  }

  /// The values of RFC 6238 appendix B, with 8 digits and a secret as long as the hash.
  @Test func byTime() throws {
    let table: [(Double, sha1: String, sha256: String, sha512: String)] = [
      (59, "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
      (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
      (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ]
    func generator(_ count: Int, _ algorithm: HOTP.Algorithm) throws -> TOTP {
      let secret = String(String(repeating: "1234567890", count: 7).prefix(count))
      return try TOTP(secret: Secret(secret), digits: 8, algorithm: algorithm)
    }
    for row in table {
      let instant = Date(timeIntervalSince1970: row.0)
      #expect(try generator(20, .sha1).code(at: instant) == row.sha1)
      #expect(try generator(32, .sha256).code(at: instant) == row.sha256)
      #expect(try generator(64, .sha512).code(at: instant) == row.sha512)
    }
  }

  @Test func windowAndReplay() throws {
    let generator = try TOTP(secret: Secret("12345678901234567890"))
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    func code(_ steps: Int) -> String { generator.code(at: now.addingTimeInterval(Double(30 * steps))) }
    for steps in [-1, 0, 1] { #expect(generator.matchingStep(for: code(steps), at: now) != nil) }
    for steps in [-3, -2, 2, 3] { #expect(generator.matchingStep(for: code(steps), at: now) == nil) }
    for wrong in ["", "12345", "1234567", " " + code(0), code(0) + " "] {
      #expect(generator.matchingStep(for: wrong, at: now) == nil)
    }
    var used = TOTPReplayGuard()
    // The same code again, an earlier step after a later one, and a later step.
    let attempts = [0, 0, -1, 1].map { used.accept(code($0), by: generator, at: now) }
    #expect(attempts == [true, false, false, true])
    var restored = TOTPReplayGuard(lastStep: used.lastStep)
    let later = [1, 2].map { restored.accept(code($0), by: generator, at: now.addingTimeInterval(30)) }
    #expect(later == [false, true])
    #expect(generator.step(at: Date(timeIntervalSince1970: -5)) == 0)
  }

  @Test func enrolment() throws {
    let generator = try TOTP(secret: Secret(Array("Hello!".utf8) + [0xDE, 0xAD, 0xBE, 0xEF] + [UInt8](0..<10)))
    #expect(
      generator.uri(issuer: "ACME Co", account: "john@example.com").revealText()
        == "otpauth://totp/ACME%20Co:john%40example.com?secret=JBSWY3DPEHPK3PXPAAAQEAYEAUDAOCAJ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
    )
    #expect(throws: AuthError(.invalidRequest, "")) { try TOTP(secret: Secret("short")) }
    #expect(throws: AuthError(.invalidRequest, "")) { try TOTP(secret: Secret("12345678901234567890"), digits: 5) }
    #expect(throws: AuthError(.invalidRequest, "")) { try TOTP(secret: Secret("12345678901234567890"), period: 0) }
  }
}
