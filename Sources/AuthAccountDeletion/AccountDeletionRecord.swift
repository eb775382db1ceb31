import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A deletion that was begun, as it is stored. `AccountDeletionRecord+Decisions` has its transitions. A complete
/// deletion has no record, so that nothing about the user is kept.
struct AccountDeletionRecord: Sendable, Equatable {
  enum Stage: Sendable, Equatable {
    /// The deletion was not sent.
    case planned
    /// The deletion was sent, or is about to be sent; its outcome is not known. After an earlier request with an
    /// unknown outcome (`isRepeated`), a refusal does not prove that the account exists.
    case sent(isRepeated: Bool)
    /// The account is deleted. These steps are left.
    case deleted(left: [Step])
  }

  /// Whether Apple's tokens were revoked. An authorization code works once, so an interrupted revocation must not be
  /// repeated with the same code.
  enum Revocation: String, Sendable {
    /// The app asked for no revocation, or Apple refused it.
    case none
    /// The code was sent, or is about to be sent.
    case sent
    /// Apple's tokens are revoked.
    case done
  }

  /// A step on this device, in the order in which the steps are taken. Each can be repeated.
  enum Step: String, Sendable, CaseIterable {
    /// Delete the user's sessions, their keys, the provider's records about them, and their entries in the outbox.
    case sessions
    /// Delete the credentials of this device.
    case device
    /// Delete the user's history.
    case history
  }

  /// A session as far as its removal needs it: the session's record may be deleted before its key is.
  struct KnownSession: Sendable, Equatable {
    let id: SessionID
    let key: KeyReference?

    init(_ session: Session) {
      id = session.id
      key = session.key
    }

    init(id: SessionID, key: KeyReference?) {
      self.id = id
      self.key = key
    }
  }

  /// A credential of this device, and what distinguishes it from a later one.
  struct KnownCredential: Sendable, Equatable {
    let name: String
    let mark: String

    init(_ credential: KeptCredential) { self.init(name: credential.name, mark: credential.mark) }

    init(name: String, mark: String) {
      self.name = name
      self.mark = mark
    }
  }

  let id: String
  let providerID: ProviderID
  /// The type of the instance, such as `turnkey`; nil in a record of an earlier version.
  var type: String?
  let tenant: String
  let subject: String
  /// The identifiers that the user typed.
  var identifiers: [String] = []
  /// The user's sessions when the user asked for the deletion. Their keys are those after the last renewal.
  var sessions: [KnownSession] = []
  /// The user's credentials on this device when the user asked for the deletion; nil in a record of an earlier version.
  var credentials: [KnownCredential]?
  /// The open deletions of the user that this deletion makes unnecessary.
  var superseded: [String] = []
  var place: AccountDeletion.Place
  var revocation = Revocation.none
  var stage = Stage.planned
  let startedAt: Date

  init(
    id: String, providerID: ProviderID, tenant: String, subject: String, place: AccountDeletion.Place, startedAt: Date
  ) {
    self.id = id
    self.providerID = providerID
    self.tenant = tenant
    self.subject = subject
    self.place = place
    self.startedAt = Self.stored(startedAt)
  }

  init(id: String, of session: Session, type: String?, at place: AccountDeletion.Place, now: Date) {
    self.init(
      id: id, providerID: session.providerID, tenant: session.tenant, subject: session.subject, place: place,
      startedAt: now)
    self.type = type
  }

  /// Whether a session is one of this user at this instance and tenant. Ids are compared by bytes, because strings that
  /// are equal in Swift can be the ids of different users.
  func isOfUser(_ session: Session) -> Bool {
    session.providerID == providerID && session.tenant.hasSameBytes(as: tenant)
      && session.subject.hasSameBytes(as: subject)
  }

  /// Whether the account is not known to be deleted.
  var isOpen: Bool { if case .deleted = stage { false } else { true } }

  /// Whether a session belongs to the account: only the noted sessions do. A later session of the user can be one of a
  /// new account, because some vendors use the app's own user ids, which can be used again. Nothing tells the two
  /// accounts apart while it is not known whether the first one is deleted.
  func concerns(_ session: Session) -> Bool {
    isOfUser(session) && sessions.contains { $0.id == session.id }
  }

  /// Adds what removing these sessions needs.
  mutating func note(_ found: [Session]) {
    for session in found {
      sessions.removeAll { $0.id == session.id }
      sessions.append(KnownSession(session))
      if let name = session.identifier, !identifiers.contains(where: { $0.hasSameBytes(as: name) }) {
        identifiers.append(name)
      }
    }
  }

  /// Adds what the open deletions of the same user have noted. If this deletion succeeds, no account with the user's id
  /// is left, so their accounts are deleted as well.
  mutating func supersede(_ others: [AccountDeletionRecord]) {
    for other in others {
      superseded.append(other.id)
      sessions += other.sessions.filter { known in !sessions.contains { $0.id == known.id } }
      identifiers += other.identifiers.filter { name in !identifiers.contains { $0.hasSameBytes(as: name) } }
      let known = credentials ?? []
      credentials = known + (other.credentials ?? []).filter { !known.contains($0) }
    }
  }
}
