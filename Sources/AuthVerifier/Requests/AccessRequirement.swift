import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a route requires of a principal, beyond a valid credential.
public struct AccessRequirement: Sendable, Hashable {
  /// The scopes that the credential must have (RFC 6749 §3.3).
  public var scopes: [String]
  /// The authentication contexts of which the credential must have one (`acr`); empty for any.
  public var contexts: [String]
  /// The longest accepted time since the user authenticated (`auth_time`); nil for any.
  public var maximumAuthenticationAge: Duration?

  /// Creates a requirement. By default, a valid credential is enough.
  public init(scopes: [String] = [], contexts: [String] = [], maximumAuthenticationAge: Duration? = nil) {
    self.scopes = scopes
    self.contexts = contexts
    self.maximumAuthenticationAge = maximumAuthenticationAge
  }

  /// Returns what the principal lacks; nil if it lacks nothing. A principal whose time of authentication is not known
  /// does not meet a requirement about it.
  func missing(in principal: Principal, at seconds: Double) -> RequestRefusal.Reason? {
    guard Set(scopes).isSubset(of: principal.scopes) else { return .insufficientScope(scopes) }
    let age = maximumAuthenticationAge.map { Int($0.components.seconds) }
    let hasContext = contexts.isEmpty || principal.authenticationContext.map(contexts.contains) == true
    let isRecent =
      maximumAuthenticationAge.map { limit in
        principal.authenticatedAt.map { date in
          // A time in the future cannot be the time of an authentication, except for the difference of two clocks.
          (-60...limit.seconds).contains(seconds - date.timeIntervalSince1970)
        } ?? false
      } ?? true
    guard hasContext, isRecent else { return .insufficientAuthentication(contexts: contexts, maximumAge: age) }
    return nil
  }
}
