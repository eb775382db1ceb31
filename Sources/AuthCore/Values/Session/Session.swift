#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A signed-in user, with the provider instance and the credential. The fields have the same meaning for every
/// provider.
///
/// Copies share their content, because every request receives a copy and the content rarely changes.
public struct Session: Sendable, Equatable {
  @usableFromInline private(set) var content: SessionContent

  /// Creates a session. By default, it has generation 1, and no tokens, key, expiry, claims or tags.
  public init(
    id: SessionID, providerID: ProviderID, tenant: String, subject: String, identifier: String? = nil,
    displayName: String? = nil, tokens: SessionTokens = SessionTokens(), key: KeyReference? = nil, createdAt: Date,
    expiresAt: Date? = nil, claims: JSONObject = [:], tags: [String: String] = [:], generation: UInt64 = 1
  ) {
    content = SessionContent(
      SessionFields(
        id: id, providerID: providerID, tenant: tenant, subject: subject, identifier: identifier,
        displayName: displayName, tokens: tokens, key: key, createdAt: createdAt.inUnixTime,
        expiresAt: expiresAt?.inUnixTime, claims: claims, tags: tags, generation: generation))
  }

  /// The id of the stored session.
  @inlinable public var id: SessionID { content.fields.id }
  /// The provider instance that created the session.
  @inlinable public var providerID: ProviderID { content.fields.providerID }
  /// The tenant: the vendor's customer for which the session is valid. Depending on the vendor, the value is an issuer,
  /// or the id of an organisation, an app, a configuration or a tenant.
  @inlinable public var tenant: String { content.fields.tenant }
  /// The vendor's user id: Turnkey `userId`, Privy DID, Hawcx `sub`, Authsignal `userId`.
  public var subject: String {
    @inlinable get { content.fields.subject }
    set { change { $0.subject = newValue } }
  }
  /// The identifier that the user typed, such as an e-mail address or a phone number; nil if the user typed none.
  public var identifier: String? {
    @inlinable get { content.fields.identifier }
    set { change { $0.identifier = newValue } }
  }
  /// The user's display name; nil if the vendor provides none.
  public var displayName: String? {
    @inlinable get { content.fields.displayName }
    set { change { $0.displayName = newValue } }
  }
  /// The tokens; empty if the vendor issues none.
  public var tokens: SessionTokens {
    @inlinable get { content.fields.tokens }
    set { change { $0.tokens = newValue } }
  }
  /// The key that the session is bound to; nil if the session has no key.
  public var key: KeyReference? {
    @inlinable get { content.fields.key }
    set { change { $0.key = newValue } }
  }
  /// When the current credential was obtained: at the sign-in, or at the last renewal.
  public var createdAt: Date {
    @inlinable get { content.fields.createdAt }
    set { change { $0.createdAt = newValue.inUnixTime } }
  }
  /// When the credential expires without a renewal; nil if no expiry is known.
  public var expiresAt: Date? {
    @inlinable get { content.fields.expiresAt }
    set { change { $0.expiresAt = newValue?.inUnixTime } }
  }
  /// The vendor's data about the user and the session, without secrets.
  public var claims: JSONObject {
    @inlinable get { content.fields.claims }
    set { change { $0.claims = newValue } }
  }
  /// The app's own labels. An adapter sets a label only if the app gave the session a name at the sign-in.
  public var tags: [String: String] {
    @inlinable get { content.fields.tags }
    set { change { $0.tags = newValue } }
  }
  /// What the adapter keeps with the session for later requests, without secrets. Labels do not change these values, and
  /// they do not distinguish two sessions of one user.
  public var adapterValues: [String: String] {
    get { content.fields.adapterValues }
    set { change { $0.adapterValues = newValue } }
  }
  /// A number that grows with every renewal. The client drops the result of a renewal that started from an earlier
  /// generation than the stored one.
  public var generation: UInt64 {
    @inlinable get { content.fields.generation }
    set { change { $0.generation = newValue } }
  }

  /// How far this machine's clock was behind the server's when the credential was stored, in seconds; 0 if no
  /// difference was known. A process that has no response from the server yet assumes this difference.
  var clockLag: Double {
    get { content.fields.clockLag }
    set { change { $0.clockLag = newValue } }
  }

  private mutating func change(_ body: (inout SessionFields) -> Void) {
    var fields = content.fields
    body(&fields)
    content = SessionContent(fields)
  }

  /// Whether both sessions are equal in every field.
  public static func == (left: Session, right: Session) -> Bool {
    left.content === right.content || left.content.fields == right.content.fields
  }

  /// Returns whether the credential has expired at `date`; false if no expiry is known.
  public func isExpired(at date: Date) -> Bool { expiresAt.map { $0 <= date } ?? false }

  /// Identifies one credential of one session.
  struct Version: Sendable, Hashable {
    let id: SessionID
    let generation: UInt64
  }

  var version: Version { Version(id: id, generation: generation) }

  /// Returns whether `other` is this session or a renewal of it. A session with the same id and an earlier generation
  /// comes from a new sign-in.
  func isSucceeded(by other: Session) -> Bool { other.id == id && other.generation >= generation }
}

extension Date {
  /// This date, rounded as in a record, which stores seconds since 1970. `Date` counts from 2001 and is more precise,
  /// so without the rounding a session could differ from its stored form.
  fileprivate var inUnixTime: Date { Date(timeIntervalSince1970: timeIntervalSince1970) }
}

extension Session: CustomReflectable {
  /// A mirror of the fields, for the description of a value that contains a session. `Secret` hides the tokens.
  public var customMirror: Mirror {
    Mirror(self, children: Mirror(reflecting: content.fields).children, displayStyle: .struct)
  }
}
