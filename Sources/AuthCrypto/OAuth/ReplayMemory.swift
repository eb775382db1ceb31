#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A memory of messages that may be accepted only once, such as proofs of possession and logout tokens. Several hosts
/// of one server can share an implementation with a database.
public protocol ReplayMemory: Sendable {
  /// Remembers an identifier, unless it is known. Checking and remembering are one step.
  ///
  /// - Parameters:
  ///   - identifier: a digest of the message's identity, in base64url.
  ///   - expiry: the time from which the message is refused for its age, and can be forgotten.
  ///   - now: the time.
  func remember(_ identifier: String, until expiry: Date, at now: Date) async -> ReplayAnswer
}
