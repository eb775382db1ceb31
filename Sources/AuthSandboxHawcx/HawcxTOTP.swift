import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's side of an authenticator app: RFC 6238 with SHA-1, 6 digits, 30 seconds, one step either way, and no
/// counter twice (H93).
struct HawcxTOTP: Sendable {
  static let period: Int64 = 30

  private let secret: [UInt8]
  private var replayGuard = TOTPReplayGuard()

  init(secret: [UInt8]) { self.secret = secret }

  /// Whether the code is right at `instant`; a right code cannot be used again.
  mutating func accepts(_ given: String, at instant: Date) -> Bool {
    do throws(AuthError) {
      return replayGuard.accept(given, by: try TOTP(secret: Secret(secret)), at: instant)
    } catch {
      // A secret that no generator accepts was never issued, so no code is right for it.
      return false
    }
  }
}
