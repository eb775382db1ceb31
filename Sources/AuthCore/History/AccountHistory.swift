#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The history of one user's sessions with one provider instance: when they began, why they ended, and what prevented
/// their use. It is kept after the sessions end, so that an app can explain why a user is signed out.
///
/// The history is stored in the instance's records, where other processes and later runs of the app can read it. The
/// newest `capacity` entries per user are kept, for at least 16 users; if there is no room for another user, the
/// history of a signed-out user is removed first. The history contains no tokens and no keys. Of a server's messages it
/// contains only the error codes.
public struct AccountHistory: Sendable, Equatable {
  /// The maximum number of entries that are kept for one user.
  public static let capacity = 32

  /// The provider instance.
  public let providerID: ProviderID
  /// The tenant: the vendor's customer for which the sessions were valid.
  public let tenant: String
  /// The vendor's user id.
  public let subject: String
  /// The identifier that the user typed at the last sign-in with an identifier; nil if there was none.
  public internal(set) var identifier: String?
  /// The entries, oldest first.
  public internal(set) var entries: [Entry]

  init(providerID: ProviderID, tenant: String, subject: String, identifier: String? = nil, entries: [Entry] = []) {
    self.providerID = providerID
    self.tenant = tenant
    self.subject = subject
    self.identifier = identifier
    self.entries = entries
  }

  /// One entry.
  public struct Entry: Sendable, Hashable {
    /// When the entry was written.
    public let date: Date
    /// The session that the entry is about.
    public let session: SessionID
    /// What happened to the session.
    public let event: Event
    /// The name of the program that wrote the entry; nil if the program has no name.
    public let program: String?
    /// Whether the client that returned this history wrote the entry, and not another process, an earlier run or
    /// another client.
    public let isOwn: Bool
    /// Identifies the client that wrote the entry; nil if the stored entry has no such mark.
    let mark: String?
  }

  /// The kinds of entry.
  public enum Event: Sendable, Hashable {
    /// A sign-in was completed.
    case signedIn
    /// The user or the app signed out, in the program that wrote the entry.
    case signedOut
    /// The user signed in again, and the new session replaced the session of the entry.
    case replaced
    /// The session was missing from the store, and no entry gives the reason.
    case vanished
    /// A renewal of the session was refused, and the session has ended.
    case refused(by: Refuser, code: AuthError.Code, vendorCode: String?)
    /// The session's credential has expired, and cannot be renewed without the user. The session is still stored.
    case expired
    /// A renewal returned a credential of another user, tenant or session, and was rejected. The value names the part
    /// that differed.
    case mismatched(String)
    /// The session exists, but could not be read, stored or used because of the store or its key.
    case trouble(AuthError.Code)
    /// An event that only a later release knows, by its name.
    case other(String)
  }

  /// The side that refused a renewal.
  public enum Refuser: String, Sendable, Hashable {
    /// The provider's server.
    case provider
    /// The app's own identity system: the renewal needs its token, and no user is signed in there.
    case app
  }

  /// The last entry that left the user without a working session; nil if the newest session has not ended. The end of
  /// an earlier session does not count, because the newest session may still be used.
  public var ending: Entry? {
    let begun = entries.lastIndex { $0.event == .signedIn }
    return entries[(begun ?? 0)...].last { entry in
      entry.event.isEnding && begun.map { entries[$0].session == entry.session } ?? true
    }
  }
}

extension AccountHistory.Event {
  /// Whether the user has no working session after this event.
  public var isEnding: Bool { self == .expired || isFinal && self != .replaced }

  /// Whether this event ended the session.
  var isFinal: Bool {
    switch self {
    case .signedOut, .replaced, .vanished, .refused: true
    case .signedIn, .expired, .mismatched, .trouble, .other: false
    }
  }

  /// The event's name: `refused`.
  public var name: String {
    switch self {
    case .signedIn: "signedIn"
    case .signedOut: "signedOut"
    case .replaced: "replaced"
    case .vanished: "vanished"
    case .refused: "refused"
    case .expired: "expired"
    case .mismatched: "mismatched"
    case .trouble: "trouble"
    case .other(let name): name
    }
  }
}

extension AccountHistory {
  /// Adds an entry, unless the session's last entry has the same event. If the history is full, the oldest entry is
  /// removed.
  ///
  /// A session ends only once, so after the end of a session only a new sign-in with the same id is added. There is one
  /// exception: a process that only finds the session missing writes `vanished`, and an entry with the exact reason
  /// replaces that entry.
  ///
  /// - Returns: whether the history has changed.
  mutating func append(_ entry: Entry) -> Bool {
    if let index = entries.lastIndex(where: { $0.session == entry.session }), entry.event != .signedIn {
      let known = entries[index].event
      if known == entry.event { return false }
      if known == .vanished, entry.event.isFinal {
        entries[index] = entry
        return true
      }
      if known.isFinal { return false }
    }
    entries.append(entry)
    entries.removeFirst(max(0, entries.count - Self.capacity))
    return true
  }
}
