public import AuthCore

#if canImport(CryptoKit)
  public import CryptoKit
#endif

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Nonces of a server for proofs of possession (RFC 9449 §8, §9). A nonce is a time step with its authentication code,
/// so a server does not store nonces, and hosts with the same key accept the nonces of each other.
public struct DPoPNonces: Sendable {
  /// How long a nonce is current. It is accepted for at most twice this time.
  public let lifetime: Duration
  private let key: SymmetricKey

  /// Creates the nonces of a server.
  ///
  /// - Parameters:
  ///   - key: a random key of at least 256 bits; the same one on all hosts.
  ///   - lifetime: how long a nonce is current, at least a second.
  /// - Throws: `invalid_request` for a shorter key or lifetime.
  public init(key: SymmetricKey, lifetime: Duration = .seconds(120)) throws(AuthError) {
    guard key.bitCount >= 256, lifetime >= .seconds(1) else {
      throw AuthError(
        .invalidRequest, "Nonces need a key of at least 256 bits, and a lifetime of at least a second. Set both.")
    }
    self.key = key
    self.lifetime = lifetime
  }

  /// Returns the nonce to send to clients at `now`.
  public func current(at now: Date) -> String { nonce(step(at: now)) }

  /// Returns whether the nonce is current at `now`, or was within the last `lifetime`.
  public func accepts(_ nonce: String, at now: Date) -> Bool {
    let step = step(at: now)
    return ConstantTime.equal(nonce, self.nonce(step)) || ConstantTime.equal(nonce, self.nonce(step - 1))
  }

  private func step(at now: Date) -> Int64 {
    let steps = (now.timeIntervalSince1970 / lifetime.seconds).rounded(.down)
    // Dates beyond these bounds belong to no server.
    return steps.isFinite ? Int64(max(-0x1p53, min(0x1p53, steps))) : 0
  }

  private func nonce(_ step: Int64) -> String {
    let number = withUnsafeBytes(of: step.bigEndian, Array.init)
    let code = Array(HMAC<SHA256>.authenticationCode(for: number, using: key))
    return Base64URL.encode(number + code.prefix(16))
  }
}
