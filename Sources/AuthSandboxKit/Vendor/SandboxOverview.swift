#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of one vendor's servers for the sandbox's pages: without tokens, keys or secrets.
public struct SandboxOverview: Sendable {
  /// A user of the vendor.
  public struct User: Sendable {
    /// The vendor's user id.
    public let subject: String
    /// The user's address or name.
    public let identifier: String?
    /// The user's methods, as method ids.
    public let methods: [String]
    /// When the user was created, if known.
    public let createdAt: Date?

    /// A user.
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
    /// The user's address or name.
    public let identifier: String?
    /// How it was created, in the vendor's terms.
    public let kind: String
    /// When it ends, if it does by itself.
    public let expires: Date?

    /// A session.
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
    /// The user, if known.
    public let identifier: String?
    /// The request that waits for approval.
    public let request: String
    /// The number to compare, if any.
    public let number: String?
    /// When it ends.
    public let expires: Date?

    /// A challenge.
    public init(id: String, identifier: String?, request: String, number: String? = nil, expires: Date? = nil) {
      self.id = id
      self.identifier = identifier
      self.request = request
      self.number = number
      self.expires = expires
    }
  }

  /// The users, in the order of creation where the vendor keeps it, else by name.
  public var users: [User] = []
  /// The live sessions.
  public var sessions: [Session] = []
  /// The pending decisions.
  public var approvals: [Approval] = []

  /// An empty overview.
  public init() {}
}
