import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's side of an authenticator app: RFC 6238 with SHA-1, 6 digits and steps of 30 seconds. The server accepts
/// the codes of the current, the previous and the next step, but no code of the last used step or an earlier step
/// (H93).
struct HawcxTOTP: Sendable {
  static let period: Int64 = 30

  private let secret: [UInt8]
  private var replayGuard = TOTPReplayGuard()

  init(secret: [UInt8]) { self.secret = secret }

  /// Whether a code is correct at `instant`. A correct code cannot be used again.
  mutating func accepts(_ given: String, at instant: Date) -> Bool {
    do throws(AuthError) {
      return replayGuard.accept(given, by: try TOTP(secret: Secret(secret)), at: instant)
    } catch {
      // The secret is not valid. The sandbox never issues such a secret, so no code is correct.
      return false
    }
  }
}
