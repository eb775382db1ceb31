#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A signed-in user, with the provider instance and the credential. Every provider fills the fields in the same way.
///
/// Copies share their content: every request receives a copy, but the content changes about once an hour.
public struct Session: Sendable, Equatable {
  @usableFromInline private(set) var content: SessionContent

  /// Creates a session.
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
  /// The tenant: the vendor's customer for which the session is valid. Its value is an issuer, or the id of an
  /// organisation, an app, a configuration or a tenant.
  @inlinable public var tenant: String { content.fields.tenant }
  /// The vendor's user id: Turnkey `userId`, Privy DID, Hawcx `sub`, Authsignal `userId`.
  public var subject: String {
    @inlinable get { content.fields.subject }
    set { change { $0.subject = newValue } }
  }
  /// The identifier that the user typed: e-mail address, phone number.
  public var identifier: String? {
    @inlinable get { content.fields.identifier }
    set { change { $0.identifier = newValue } }
  }
  /// The user's display name.
  public var displayName: String? {
    @inlinable get { content.fields.displayName }
    set { change { $0.displayName = newValue } }
  }
  /// The tokens; empty if the vendor issues none.
  public var tokens: SessionTokens {
    @inlinable get { content.fields.tokens }
    set { change { $0.tokens = newValue } }
  }
  /// The key that the session is bound to, if any.
  public var key: KeyReference? {
    @inlinable get { content.fields.key }
    set { change { $0.key = newValue } }
  }
  /// When the session was created or last renewed.
  public var createdAt: Date {
    @inlinable get { content.fields.createdAt }
    set { change { $0.createdAt = newValue.inUnixTime } }
  }
  /// When the credential expires without a renewal; nil when it has no known expiry.
  public var expiresAt: Date? {
    @inlinable get { content.fields.expiresAt }
    set { change { $0.expiresAt = newValue?.inUnixTime } }
  }
  /// The vendor's data about the user and the session, without secrets.
  public var claims: JSONObject {
    @inlinable get { content.fields.claims }
    set { change { $0.claims = newValue } }
  }
  /// The app's own labels.
  public var tags: [String: String] {
    @inlinable get { content.fields.tags }
    set { change { $0.tags = newValue } }
  }
  /// Grows with every renewal. A late response for an earlier generation is dropped.
  public var generation: UInt64 {
    @inlinable get { content.fields.generation }
    set { change { $0.generation = newValue } }
  }

  /// How far this machine's clock was behind the server's when the credential was stored, in seconds; 0 if no response
  /// showed a difference. A process that has no response from the server yet uses this value.
  var clockLag: Double {
    get { content.fields.clockLag }
    set { change { $0.clockLag = newValue } }
  }

  private mutating func change(_ body: (inout SessionFields) -> Void) {
    var fields = content.fields
    body(&fields)
    content = SessionContent(fields)
  }

  /// Whether both are equal in every field.
  public static func == (left: Session, right: Session) -> Bool {
    left.content === right.content || left.content.fields == right.content.fields
  }

  /// Whether the credential has expired at `date`.
  public func isExpired(at date: Date) -> Bool { expiresAt.map { $0 <= date } ?? false }

  /// One credential of one session.
  struct Version: Sendable, Hashable {
    let id: SessionID
    let generation: UInt64
  }

  var version: Version { Version(id: id, generation: generation) }

  /// Whether `other` is a renewal of this session. If not, it is a new sign-in with the same id.
  func isSucceeded(by other: Session) -> Bool { other.id == id && other.generation >= generation }
}

extension Date {
  /// The same time as a record stores it, in seconds since 1970. `Date` counts from 2001, with a finer step, so without
  /// this a session would not be equal to its stored form.
  fileprivate var inUnixTime: Date { Date(timeIntervalSince1970: timeIntervalSince1970) }
}

extension Session: CustomReflectable {
  /// The fields, for values that hold a session and show it in their own description.
  public var customMirror: Mirror {
    Mirror(self, children: Mirror(reflecting: content.fields).children, displayStyle: .struct)
  }
}
