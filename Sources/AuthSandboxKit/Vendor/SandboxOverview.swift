#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of one vendor's servers, as the sandbox's pages show it: without tokens, keys or secrets.
public struct SandboxOverview: Sendable {
  /// A user of the vendor.
  public struct User: Sendable {
    /// The vendor's user id.
    public let subject: String
    /// The user's address or name, if known.
    public let identifier: String?
    /// The ids of the methods with which the user can sign in.
    public let methods: [String]
    /// When the user was created, if known.
    public let createdAt: Date?

    /// Creates an entry for a user.
    public init(subject: String, identifier: String?, methods: [String], createdAt: Date? = nil) {
      self.subject = subject
      self.identifier = identifier
      self.methods = methods
      self.createdAt = createdAt
    }
  }

  /// A live session.
  public struct Session: Sendable {
    /// The session's id: never a token.
    public let id: String
    /// The vendor's user id.
    public let subject: String
    /// The user's address or name, if known.
    public let identifier: String?
    /// The kind of session, in the vendor's terms.
    public let kind: String
    /// When the session expires; nil if it has no expiry.
    public let expires: Date?

    /// Creates an entry for a session.
    public init(id: String, subject: String, identifier: String?, kind: String, expires: Date?) {
      self.id = id
      self.subject = subject
      self.identifier = identifier
      self.kind = kind
      self.expires = expires
    }
  }

  /// A challenge that waits for a second device or user.
  public struct Approval: Sendable {
    /// The challenge's id for `POST /sandbox/approve`.
    public let id: String
    /// The user's address or name, if known.
    public let identifier: String?
    /// The request that waits for approval.
    public let request: String
    /// The number that the user compares on both devices, if any.
    public let number: String?
    /// When the challenge expires; nil if it has no expiry.
    public let expires: Date?

    /// Creates an entry for a challenge.
    public init(id: String, identifier: String?, request: String, number: String? = nil, expires: Date? = nil) {
      self.id = id
      self.identifier = identifier
      self.request = request
      self.number = number
      self.expires = expires
    }
  }

  /// The users, in the order of creation if the vendor records it, otherwise sorted by id or address.
  public var users: [User] = []
  /// The live sessions.
  public var sessions: [Session] = []
  /// The challenges that wait for a decision.
  public var approvals: [Approval] = []

  /// Creates an empty overview.
  public init() {}
}
