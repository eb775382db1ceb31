#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What one vendor's servers hold, for people to look at: no token, no key, no secret.
package struct SandboxOverview: Sendable {
  /// A user whom the vendor knows.
  package struct User: Sendable {
    /// The vendor's user id.
    package let subject: String
    /// The address or name that people know the user by.
    package let identifier: String?
    /// What the user can sign in with, as method ids.
    package let methods: [String]
    package let createdAt: Date?

    package init(subject: String, identifier: String?, methods: [String], createdAt: Date? = nil) {
      self.subject = subject
      self.identifier = identifier
      self.methods = methods
      self.createdAt = createdAt
    }
  }

  /// A sign-in that has not ended.
  package struct Session: Sendable {
    package let id: String
    package let subject: String
    package let identifier: String?
    /// How it came to be, in the vendor's words.
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

  /// Something that waits for a second device or person.
  package struct Approval: Sendable {
    /// What `POST /sandbox/approve` calls it: a challenge's id.
    package let id: String
    /// Whom it is about, where that is known.
    package let identifier: String?
    /// What is asked for.
    package let request: String
    /// The number to compare, where there is one.
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

  /// In the order of their creation where the vendor keeps it, else by name.
  package var users: [User] = []
  package var sessions: [Session] = []
  package var approvals: [Approval] = []

  package init() {}
}
