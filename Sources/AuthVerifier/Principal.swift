public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The caller of a request, as a verified credential describes it. Only a verifier creates it.
public struct Principal: Sendable {
  /// What kind of credential the caller presented.
  public enum Credential: String, Sendable, Hashable, CaseIterable {
    /// A token for the backend or another API (RFC 6749 §1.4).
    case accessToken
    /// A token that describes the user's authentication (OpenID Connect Core §2).
    case identityToken
    /// A token of a session at the vendor.
    case vendorSession
    /// A token of the app's own session.
    case appSession
    /// A proof of one authentication or action.
    case actionProof
    /// A request that the caller signed for the vendor, and that the vendor has checked.
    case signedRequest
  }

  /// The provider instance, as in the configuration.
  public let provider: ProviderID
  /// The vendor's tenant, app or issuer in which `subject` is unique.
  public let tenant: String
  /// The vendor's id of the user.
  public let subject: String
  /// The kind of the credential.
  public let credential: Credential
  /// When the credential expires; nil if that is not known.
  public var expiresAt: Date?
  /// When the credential was issued; nil if that is not known.
  public var issuedAt: Date?
  /// When the user authenticated (`auth_time`); nil if that is not known.
  public var authenticatedAt: Date?
  /// How the user authenticated (`acr`); nil if that is not known.
  public var authenticationContext: String?
  /// The granted scopes; empty for a credential without scopes.
  public var scopes: Set<String> = []
  /// The vendor's id of the session, to which the vendor's events refer; nil if the credential does not name it.
  public var sessionID: String?
  /// The client to which the credential was issued; nil if the credential does not name it.
  public var clientID: String?
  /// The user's e-mail address, only if the vendor says that the user has proved to own it; nil otherwise.
  public var verifiedEmail: String?
  /// The thumbprint (RFC 7638) of the key that the credential is bound to; nil for a bearer credential.
  public var keyThumbprint: String?
  /// The credential's claims, or the vendor's description of the user.
  public var claims: JSONObject = [:]
  /// The app's own user. The token of the app's own session names the user; for any other credential, the backend's
  /// `AccountResolving` finds the user. Nil without one.
  public var user: String?

  /// Creates a principal. Verifiers call it after every check has passed.
  public init(provider: ProviderID, tenant: String, subject: String, credential: Credential) {
    self.provider = provider
    self.tenant = tenant
    self.subject = subject
    self.credential = credential
  }
}

extension Principal: Redacting {
  /// The provider and the kind of the credential. Ids and claims describe a person, so they are not shown.
  public var shownParts: KeyValuePairs<String, String> {
    ["provider": provider.rawValue, "credential": credential.rawValue, "claims": claims.names.joined(separator: " ")]
  }
}
