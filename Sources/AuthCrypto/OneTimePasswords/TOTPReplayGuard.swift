import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Accepts each time step once (RFC 6238 §5.2): a value to store with the credential.
public struct TOTPReplayGuard: Sendable, Hashable {
  /// The last step that was accepted.
  public private(set) var lastStep: UInt64?

  /// A guard; `lastStep` is the stored value.
  public init(lastStep: UInt64? = nil) { self.lastStep = lastStep }

  /// Whether `code` is right at `instant` and was not used before; its step then counts as used.
  public mutating func accept(_ code: String, by generator: TOTP, at instant: Date) -> Bool {
    guard let step = generator.matchingStep(for: code, at: instant, after: lastStep) else { return false }
    lastStep = step
    return true
  }
}
