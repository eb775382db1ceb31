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
    /// At the vendor, with the credential of the user's session. The provider has to conform to `AccountDeleting`.
    case vendor
    /// At the app's backend, by `DELETE` of this URL with the credential of the session. The backend deletes its own
    /// data about the user, and the account at the vendor by the vendor's server API. The URL's origin has to be among
    /// the provider's `origins`.
    case backend(URL)
  }

  /// A revocation of the tokens that Sign in with Apple issued for a user. An app that offers Sign in with Apple has to
  /// revoke them when it deletes an account. Only a backend can do so, because the request needs the team's key.
  public struct AppleRevocation: Sendable {
    /// The backend's route. It receives `{"authorizationCode"}` by POST with the credential of the session, and
    /// responds with a 2xx status after Apple has revoked the tokens.
    public let url: URL
    /// A new authorization code from the system's sign-in sheet. It is valid for five minutes, and can be used once.
    public let code: Secret

    /// Creates a revocation.
    public init(url: URL, code: Secret) {
      self.url = url
      self.code = code
    }
  }

  /// Where the account is deleted.
  public var place: Place
  /// The revocation of Apple's tokens; nil if the user has none. If it fails, nothing is deleted.
  public var apple: AppleRevocation?

  /// Describes a deletion.
  public init(at place: Place, revoking apple: AppleRevocation? = nil) {
    self.place = place
    self.apple = apple
  }
}
