public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How a user's account is deleted.
public struct AccountDeletion: Sendable {
  /// Where the account is deleted.
  public enum Place: Sendable, Hashable {
    /// At the vendor, by the user's own session. The provider has to conform to `AccountDeleting`.
    case vendor
    /// At the app's own backend: `DELETE` of this URL with the credential of the session. The backend deletes its own
    /// data of the user, and the account at the vendor through the vendor's server API. The URL's origin has to be
    /// among the provider's `origins`.
    case backend(URL)
  }

  /// The revocation of the tokens of Sign in with Apple. Apps that offer it have to revoke its tokens when an account
  /// is deleted, and only a backend can do so, because the request needs the team's key.
  public struct AppleRevocation: Sendable {
    /// The backend's route. It gets `{"authorizationCode"}` by POST, with the credential of the session, and returns a
    /// 2xx status when Apple has revoked the tokens.
    public let url: URL
    /// A new authorization code from the system's sheet. It is valid for five minutes, and once.
    public let code: Secret

    /// Creates a revocation.
    public init(url: URL, code: Secret) {
      self.url = url
      self.code = code
    }
  }

  /// Where the account is deleted.
  public var place: Place
  /// The revocation of Apple's tokens; nil if the user has none. It comes first: nothing is deleted if it fails.
  public var apple: AppleRevocation?

  /// Describes a deletion.
  public init(at place: Place, revoking apple: AppleRevocation? = nil) {
    self.place = place
    self.apple = apple
  }
}
