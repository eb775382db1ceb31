import AuthCore
import AuthCrypto
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Codes of random secrets at random times, which the judge `Tests/judges/one-time-passwords` checks.
@Suite struct RecordedCodesTests {
  @Test func recordsCodesForAJudgeAndAcceptsThemOnce() throws {
    var recorded: [JSONValue] = []
    for index in 0..<1000 {
      for (algorithm, longest) in [(HOTP.Algorithm.sha1, 20), (.sha256, 32), (.sha512, 64)] {
        let secret = SystemRandomSource().bytes(Int.random(in: 16...longest))
        let generator = try TOTP(
          secret: Secret(secret), digits: Int.random(in: 6...8), algorithm: algorithm,
          period: index % 4 == 0 ? 60 : 30)
        // Includes times beyond 2^32 seconds, up to the last row of RFC 6238's table.
        let time = Int64.random(in: 0...20_000_000_000)
        let instant = Date(timeIntervalSince1970: Double(time))
        let code = generator.code(at: instant)
        var used = TOTPReplayGuard()
        let accepted = [1, 2].map { _ in used.accept(code, by: generator, at: instant) }
        #expect(accepted == [true, false])
        recorded.append([
          "algorithm": .string(algorithm.rawValue), "secret": .string(Hex.encode(secret)), "time": .integer(time),
          "digits": .integer(Int64(generator.generator.digits)), "period": .integer(Int64(generator.period)),
          "code": .string(code),
        ])
      }
    }
    guard let folder = ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"] else { return }
    try Data(JSONValue.array(recorded).serialized).write(
      to: URL(filePath: folder).appending(path: "one-time-passwords.codes"))
  }
}
