public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Which sessions a provider's event ends.
public struct AppSessionEnding: Sendable, Hashable {
  /// What the provider names.
  public enum Target: Sendable, Hashable {
    /// One session of the provider (`sid`). If the user is known, the user's sessions at this provider that were opened
    /// without a `sid` also end, because each of them may be the session in question.
    case session(String, of: String?)
    /// All sessions of a user of the provider.
    case subject(String)
  }

  /// The provider instance.
  public let provider: ProviderID
  /// The sessions.
  public let target: Target
  /// The time of the event: sessions of users who signed in later do not end. Nil ends all.
  public let before: Date?
  /// Whether a sign-in with this user that is under way is refused, if its time is not after `before`. An event that
  /// may be about one of several sessions at the provider sets it to false: the others can sign in again without a new
  /// authentication.
  public let refusesSignIns: Bool
  /// The reason, for the log.
  public let reason: AppSessionEndReason

  /// Creates an ending; by default it ends every session of the target, and refuses a sign-in that is under way.
  public init(
    provider: ProviderID, target: Target, before: Date? = nil, refusesSignIns: Bool = true, reason: AppSessionEndReason
  ) {
    self.provider = provider
    self.target = target
    self.before = before
    self.refusesSignIns = refusesSignIns
    self.reason = reason
  }
}
