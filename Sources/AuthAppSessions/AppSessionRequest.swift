public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a sign-in says about the session to open. The backend fills it in after it has verified the user.
public struct AppSessionRequest: Sendable {
  /// The user's id in the app. It stays the same when the user signs in through another provider.
  public var subject: String
  /// The provider instance that the user signed in through.
  public var provider: ProviderID
  /// The user's id at the provider, by which the provider's events name the user; by default `subject`.
  public var providerSubject: String
  /// The id of the user's session at the provider (`sid`), by which a back-channel logout names it; nil if the provider
  /// has none.
  public var providerSession: String?
  /// When the user signed in at the provider (`auth_time`); nil for the time of the call.
  public var authenticatedAt: Date?
  /// The app's own facts about the session, which `verify` returns. They stay the same for the session's whole life.
  public var claims: JSONObject
  /// A description of the device for the user's list of sessions, for example `Firefox on Linux`; at most 200
  /// characters are kept, without control characters.
  public var device: String?
  /// The thumbprint of the client's DPoP key (`jkt`, RFC 9449 §6). The session can then be renewed only with this key,
  /// and the backend must check a proof with each access token.
  public var dpopKeyThumbprint: String?
  /// How long the session can last in all, if that is less than the policy's `absoluteLifetime`; nil for the policy's.
  public var lifetime: Duration?

  /// Creates a request; without `providerSubject`, the provider knows the user by `subject`.
  public init(
    subject: String, provider: ProviderID, providerSubject: String? = nil, providerSession: String? = nil,
    authenticatedAt: Date? = nil, claims: JSONObject = [:], device: String? = nil, dpopKeyThumbprint: String? = nil,
    lifetime: Duration? = nil
  ) {
    self.subject = subject
    self.provider = provider
    self.providerSubject = providerSubject ?? subject
    self.providerSession = providerSession
    self.authenticatedAt = authenticatedAt
    self.claims = claims
    self.device = device
    self.dpopKeyThumbprint = dpopKeyThumbprint
    self.lifetime = lifetime
  }

  /// The length in bytes of the longest accepted id.
  static let maximumIDByteCount = 1024

  /// Checks the fields against the limits.
  ///
  /// - Throws: `invalid_request` with the field's name.
  func check(_ policy: AppSessionPolicy) throws(AuthError) {
    let ids = [
      ("subject", subject), ("provider", provider.rawValue), ("providerSubject", providerSubject),
      ("providerSession", providerSession ?? "none"), ("dpopKeyThumbprint", dpopKeyThumbprint ?? "none"),
    ]
    for (field, text) in ids where text.isEmpty || text.utf8.count > Self.maximumIDByteCount {
      throw AuthError(
        .invalidRequest,
        "The field '\(field)' of the session is empty or longer than \(Self.maximumIDByteCount) bytes. Pass the id "
          + "that the provider or the app uses.")
    }
    guard JSONValue.object(claims).serialized.count <= policy.maximumClaimsByteCount else {
      throw AuthError(
        .invalidRequest,
        "The claims of the session are larger than \(policy.maximumClaimsByteCount) bytes. Store large values in the "
          + "app's own database, and put their key into the claims.")
    }
  }
}

extension AppSessionRequest: Redacting {
  /// The user, the provider and the names of the claims.
  public var shownParts: KeyValuePairs<String, String> {
    ["subject": subject, "provider": provider.rawValue, "claims": claims.names.joined(separator: " ")]
  }
}
