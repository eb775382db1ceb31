import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A deletion that has begun. The record is written before the account is deleted, so that a later start of the app can
/// finish the deletion.
struct AccountDeletionRecord: Sendable, Hashable {
  /// Whether the account is known to be deleted at the vendor or the backend.
  enum Stage: String, Sendable {
    /// The request may have been sent, and its outcome is not known.
    case requested
    /// The account is deleted; this device may still have data of the user.
    case deleted
  }

  let subject: String
  let tenant: String
  /// The backend's URL; nil if the vendor deletes the account.
  let backend: URL?
  var stage = Stage.requested

  init(of session: Session, at place: AccountDeletion.Place) {
    subject = session.subject
    tenant = session.tenant
    backend = if case .backend(let url) = place { url } else { nil }
  }

  var place: AccountDeletion.Place { backend.map { .backend($0) } ?? .vendor }

  /// Whether a session is one of the user whose account is deleted.
  func concerns(_ session: Session) -> Bool {
    session.tenant.utf8.elementsEqual(tenant.utf8) && session.subject.utf8.elementsEqual(subject.utf8)
  }

  static let prefix = "account-deletion/"

  /// The name of the record of a session's user.
  static func name(_ session: SessionID) -> String { prefix + session.rawValue }

  /// The session that a record's name contains; nil for the name of another record.
  static func session(_ name: String) -> SessionID? {
    name.hasPrefix(prefix) ? SessionID(String(name.dropFirst(prefix.count))) : nil
  }

  /// The stored form.
  var sealed: Secret {
    var object: JSONObject = [
      "v": 1, "subject": .string(subject), "tenant": .string(tenant), "stage": .string(stage.rawValue),
    ]
    object["backend"] = backend.map { .string($0.absoluteString) }
    return JSONValue.object(object).serializedSecret
  }

  /// Reads the record from `sealed`.
  ///
  /// - Throws: `store_corrupt` if it cannot be read.
  init(_ sealed: Secret) throws(AuthError) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(parsing: sealed) } catch { throw Self.unreadable }
    guard json["v"]?.integerValue == 1, let subject = json["subject"]?.stringValue,
      let tenant = json["tenant"]?.stringValue, let stage = json["stage"]?.stringValue.flatMap(Stage.init(rawValue:))
    else { throw Self.unreadable }
    self.subject = subject
    self.tenant = tenant
    self.stage = stage
    backend = json["backend"]?.stringValue.flatMap { URL(string: $0) }
  }

  private static let unreadable = AuthError(
    .storeCorrupt, "The record of an account's deletion cannot be read. Delete the account again.")
}
