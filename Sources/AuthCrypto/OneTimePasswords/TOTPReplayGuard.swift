import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A guard that accepts each time step only once (RFC 6238 §5.2). Store `lastStep` with the credential.
public struct TOTPReplayGuard: Sendable, Hashable {
  /// The last step that was accepted; nil if no code has been accepted yet.
  public private(set) var lastStep: UInt64?

  /// Creates a guard with the stored `lastStep`; nil if no code has been accepted yet.
  public init(lastStep: UInt64? = nil) { self.lastStep = lastStep }

  /// Returns whether `code` is valid at `instant` and its step is later than `lastStep`. If both are true, sets
  /// `lastStep` to the step of `code`.
  public mutating func accept(_ code: String, by generator: TOTP, at instant: Date) -> Bool {
    guard let step = generator.matchingStep(for: code, at: instant, after: lastStep) else { return false }
    lastStep = step
    return true
  }
}
