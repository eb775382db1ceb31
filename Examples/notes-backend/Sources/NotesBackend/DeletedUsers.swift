import AuthCore
import AuthVerifier

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The notes about deleted users. The credentials of a deleted user stay valid until they expire, so the backend refuses
/// them, and tells a client that repeats the deletion that it has succeeded.
///
/// A note is about the credentials that were issued before the deletion. A person can sign up again with the same account.
struct DeletedUsers: Sendable {
  /// A note.
  struct Note: Sendable {
    /// The app's id of the user.
    let user: String
    let deletedAt: Date
    /// Whether everything is deleted. If not, the deletion was interrupted and is continued.
    var isComplete: Bool
  }

  let records: any RecordStore

  /// The note about the user of a credential; nil if the user was not deleted after the credential was issued.
  func note(about principal: Principal) async throws(AuthError) -> Note? {
    guard let record = try await records.read(Self.key(principal)) else { return nil }
    let note = try Note(record.value)
    return (principal.issuedAt ?? .distantPast) <= note.deletedAt ? note : nil
  }

  /// Stores a note about a user: about the credential of the request, the sessions of the app, and the user's accounts at
  /// the vendors.
  func store(_ note: Note, about principal: Principal, and linked: [LinkedPrincipal]) async throws(AuthError) {
    let accounts = linked.map { Self.key([$0.provider.rawValue, $0.tenant, $0.subject]) }
    for key in [Self.key(principal), Self.key([note.user])] + accounts {
      try await records.replace(note.record, for: key)
    }
  }

  /// A session of the app has the app's own id of its user, and any other credential has the vendor's.
  private static func key(_ principal: Principal) -> String {
    if principal.credential == .appSession, let user = principal.user { return key([user]) }
    return key([principal.provider.rawValue, principal.tenant, principal.subject])
  }

  private static func key(_ parts: [String]) -> String {
    Base64URL.encode(JSONValue.array(parts.map { .string($0) }).serialized)
  }
}

extension DeletedUsers.Note {
  init(_ record: Secret) throws(AuthError) {
    let damaged = AuthError(.storeCorrupt, "The note about a deleted user is damaged. Restore it from a backup.")
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: record) } catch { throw damaged }
    guard let user = json["user"]?.stringValue, let isComplete = json["complete"]?.boolValue,
      let deletedAt = json["deletedAt"]?.stringValue.flatMap({ ISO8601.decode($0) })
    else { throw damaged }
    self.init(user: user, deletedAt: deletedAt, isComplete: isComplete)
  }

  var record: Secret {
    JSONValue.object([
      "user": .string(user), "deletedAt": .string(ISO8601.encode(deletedAt)), "complete": .bool(isComplete),
    ]).serializedSecret
  }
}
