#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The history of one user's sessions with one provider instance: when they began, why they ended, and what prevented
/// their use. It is kept after the sessions end, so that an app can explain why a user is signed out.
///
/// The history is stored in the instance's sealed records, where every process and every later run can read it: the
/// newest `capacity` entries per user, for at least 16 users. It contains no tokens and no keys; of a server's messages
/// it contains only the codes.
public struct AccountHistory: Sendable, Equatable {
  /// The number of entries that are kept.
  public static let capacity = 32

  /// The provider instance.
  public let providerID: ProviderID
  /// The tenant: the vendor's customer for which the sessions were valid.
  public let tenant: String
  /// The vendor's user id.
  public let subject: String
  /// The identifier that the user typed at the last sign-in.
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
    /// When it was noted.
    public let date: Date
    /// The session.
    public let session: SessionID
    /// The kind of entry.
    public let event: Event
    /// The name of the program that noted it; nil if the program has no name.
    public let program: String?
    /// Whether this client noted it, rather than another process, an earlier run or another client.
    public let isOwn: Bool
    /// Identifies the client that noted it.
    let mark: String?
  }

  /// The kinds of entry.
  public enum Event: Sendable, Hashable {
    /// A sign-in was completed.
    case signedIn
    /// The user or the app ended the session in the program that noted it.
    case signedOut
    /// The user signed in again, and the new session replaced this one.
    case replaced
    /// The session was missing from the store, and no program has noted why.
    case vanished
    /// A renewal of the session was refused: by which side, and with which code.
    case refused(by: Refuser, code: AuthError.Code, vendorCode: String?)
    /// The credential has expired, and cannot be renewed without the user. The session is still stored.
    case expired
    /// A renewal returned a credential of another user, tenant or session, and was rejected: the field that differed.
    case mismatched(String)
    /// The session exists, but could not be read, stored or used because of the store or its key.
    case trouble(AuthError.Code)
    /// An event that a later release added, by name.
    case other(String)
  }

  /// The side that refused a renewal.
  public enum Refuser: String, Sendable, Hashable {
    /// The provider's server.
    case provider
    /// The app's own identity system, whose token the renewal needs: no user is signed in there.
    case app
  }

  /// How the newest session ended; nil if it has not. The end of an earlier session leaves the user signed in.
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
  /// Adds an entry, unless it repeats a known one. When the history is full, the oldest entry is removed.
  ///
  /// A session ends once. A process that only observes the end notes `vanished`; an exact reason replaces that entry.
  /// After an end, only a new sign-in is added.
  ///
  /// - Returns: whether anything has changed.
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
