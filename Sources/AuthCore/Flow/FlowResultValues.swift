#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An authorisation code with what its exchange needs (RFC 6749 §4.1.3, RFC 7636 §4.5).
public struct AuthorizationCode: Sendable {
  /// The code; single use, short-lived.
  public let code: Secret
  /// The PKCE verifier; nil where the app made the challenge itself.
  public let verifier: Secret?
  /// When the code stops working.
  public let expiresAt: Date?
  /// Who the flow was about.
  public let identifier: String?
  /// The vendor's name of the flow's session, for the backend.
  public let flowSession: String?
  /// The vendor's name for the exchange, for support.
  public let traceID: String?
  /// What the app's backend finishes a step-up with, where the flow began by a start token.
  public let receipt: Secret?

  /// A code.
  public init(
    code: Secret, verifier: Secret?, expiresAt: Date? = nil, identifier: String? = nil, flowSession: String? = nil,
    traceID: String? = nil, receipt: Secret? = nil
  ) {
    self.code = code
    self.verifier = verifier
    self.expiresAt = expiresAt
    self.identifier = identifier
    self.flowSession = flowSession
    self.traceID = traceID
    self.receipt = receipt
  }
}

/// A proof that the user did what an action asks for.
public struct ActionProof: Sendable {
  /// The token for the app's backend.
  public let token: Secret
  /// The action it proves.
  public let action: String?
  /// Who proved it, where that is known.
  public let subject: String?
  /// Who the flow was about.
  public let identifier: String?
  /// When it stops working.
  public let expiresAt: Date?
  /// Whether the user enrolled for the first time on the way.
  public let isNewUser: Bool

  /// A proof.
  public init(
    token: Secret, action: String?, subject: String? = nil, identifier: String? = nil, expiresAt: Date? = nil,
    isNewUser: Bool = false
  ) {
    self.token = token
    self.action = action
    self.subject = subject
    self.identifier = identifier
    self.expiresAt = expiresAt
    self.isNewUser = isNewUser
  }
}

/// Something that a user can prove themselves with.
public struct Credential: Sendable, Hashable {
  /// The vendor's id of it.
  public let id: String
  /// Which method it serves.
  public let method: MethodID
  /// For people; may be masked.
  public let label: String?
  /// When it was added.
  public let createdAt: Date?
  /// When it was last used.
  public let lastUsedAt: Date?

  /// A credential.
  public init(id: String, method: MethodID, label: String? = nil, createdAt: Date? = nil, lastUsedAt: Date? = nil) {
    self.id = id
    self.method = method
    self.label = label
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}
