#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The state of one vendor's servers for the sandbox's pages: without tokens, keys or secrets.
package struct SandboxOverview: Sendable {
  /// A user of the vendor.
  package struct User: Sendable {
    /// The vendor's user id.
    package let subject: String
    /// The user's address or name.
    package let identifier: String?
    /// The user's methods, as method ids.
    package let methods: [String]
    package let createdAt: Date?

    package init(subject: String, identifier: String?, methods: [String], createdAt: Date? = nil) {
      self.subject = subject
      self.identifier = identifier
      self.methods = methods
      self.createdAt = createdAt
    }
  }

  /// A live session.
  package struct Session: Sendable {
    package let id: String
    package let subject: String
    package let identifier: String?
    /// How it was created, in the vendor's terms.
    package let kind: String
    package let expires: Date?

    package init(id: String, subject: String, identifier: String?, kind: String, expires: Date?) {
      self.id = id
      self.subject = subject
      self.identifier = identifier
      self.kind = kind
      self.expires = expires
    }
  }

  /// A challenge that waits for a second device or user.
  package struct Approval: Sendable {
    /// The challenge's id for `POST /sandbox/approve`.
    package let id: String
    /// The user, if known.
    package let identifier: String?
    /// What is asked for.
    package let request: String
    /// The number to compare, if any.
    package let number: String?
    package let expires: Date?

    package init(id: String, identifier: String?, request: String, number: String? = nil, expires: Date? = nil) {
      self.id = id
      self.identifier = identifier
      self.request = request
      self.number = number
      self.expires = expires
    }
  }

  /// In the order of creation where the vendor keeps it, else by name.
  package var users: [User] = []
  package var sessions: [Session] = []
  package var approvals: [Approval] = []

  package init() {}
}
