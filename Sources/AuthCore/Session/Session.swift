#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A signed-in user, the provider instance and the credential. Every provider fills it in the same way.
///
/// Copies share what is in it: a session is handed out with every request and changed once an hour.
public struct Session: Sendable, Equatable {
  @usableFromInline private(set) var content: SessionContent

  /// A session.
  public init(
    id: SessionID, providerID: ProviderID, tenant: String, subject: String, identifier: String? = nil,
    displayName: String? = nil, tokens: SessionTokens = SessionTokens(), key: KeyReference? = nil, createdAt: Date,
    expiresAt: Date? = nil, claims: JSONObject = [:], tags: [String: String] = [:], generation: UInt64 = 1
  ) {
    content = SessionContent(
      SessionFields(
        id: id, providerID: providerID, tenant: tenant, subject: subject, identifier: identifier,
        displayName: displayName, tokens: tokens, key: key, createdAt: createdAt, expiresAt: expiresAt, claims: claims,
        tags: tags, generation: generation))
  }

  /// The stored record's identity.
  @inlinable public var id: SessionID { content.fields.id }
  /// The provider instance that made it.
  @inlinable public var providerID: ProviderID { content.fields.providerID }
  /// Where it is valid: organisation, app, configuration or tenant id, or issuer.
  @inlinable public var tenant: String { content.fields.tenant }
  /// The vendor's user id: Turnkey `userId`, Privy DID, Hawcx `sub`, Authsignal `userId`.
  public var subject: String {
    @inlinable get { content.fields.subject }
    set { change { $0.subject = newValue } }
  }
  /// What the user typed: e-mail address, phone number.
  public var identifier: String? {
    @inlinable get { content.fields.identifier }
    set { change { $0.identifier = newValue } }
  }
  /// The user's name for people.
  public var displayName: String? {
    @inlinable get { content.fields.displayName }
    set { change { $0.displayName = newValue } }
  }
  /// The tokens, where the vendor has them.
  public var tokens: SessionTokens {
    @inlinable get { content.fields.tokens }
    set { change { $0.tokens = newValue } }
  }
  /// The key that the session is bound to, where there is one.
  public var key: KeyReference? {
    @inlinable get { content.fields.key }
    set { change { $0.key = newValue } }
  }
  /// When it was made or last renewed.
  public var createdAt: Date {
    @inlinable get { content.fields.createdAt }
    set { change { $0.createdAt = newValue } }
  }
  /// When its credential stops working without renewal; nil when it does not say.
  public var expiresAt: Date? {
    @inlinable get { content.fields.expiresAt }
    set { change { $0.expiresAt = newValue } }
  }
  /// What the vendor says about user and session, without secrets.
  public var claims: JSONObject {
    @inlinable get { content.fields.claims }
    set { change { $0.claims = newValue } }
  }
  /// The app's own labels.
  public var tags: [String: String] {
    @inlinable get { content.fields.tags }
    set { change { $0.tags = newValue } }
  }
  /// Grows with every renewal; a late answer for an earlier one is dropped.
  public var generation: UInt64 {
    @inlinable get { content.fields.generation }
    set { change { $0.generation = newValue } }
  }

  /// How far this machine's clock was behind the server's when the credential was stored, in seconds; 0 as long as no
  /// answer has said so. A process that has not heard of the server yet judges by it.
  var clockLag: Double {
    get { content.fields.clockLag }
    set { change { $0.clockLag = newValue } }
  }

  private mutating func change(_ body: (inout SessionFields) -> Void) {
    var fields = content.fields
    body(&fields)
    content = SessionContent(fields)
  }

  /// Equal in all that they hold.
  public static func == (left: Session, right: Session) -> Bool {
    left.content === right.content || left.content.fields == right.content.fields
  }

  /// Whether its credential no longer works at `date`.
  public func isExpired(at date: Date) -> Bool { expiresAt.map { $0 <= date } ?? false }

  /// One credential of one session.
  struct Version: Sendable, Hashable {
    let id: SessionID
    let generation: UInt64
  }

  var version: Version { Version(id: id, generation: generation) }

  /// Whether `other` is what became of this session by renewals; else it is a new sign-in under the same identity.
  func isSucceeded(by other: Session) -> Bool { other.id == id && other.generation >= generation }
}

extension Session: CustomReflectable {
  /// Its fields, as a value shows them that keeps them itself.
  public var customMirror: Mirror {
    Mirror(self, children: Mirror(reflecting: content.fields).children, displayStyle: .struct)
  }
}
