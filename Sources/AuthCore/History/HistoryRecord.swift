#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of several users' histories with one provider instance.
struct HistoryRecord: Sendable, Equatable {
  /// The version of the format; a record with a later one is left unchanged.
  static let version: Int64 = 1
  /// The largest number of users in one record.
  static let capacity = 16
  /// The number of records. A user always belongs to the same record.
  static let count = 16

  /// The accounts, sorted by their last change, the newest change last.
  private(set) var accounts: [AccountHistory]

  init(_ accounts: [AccountHistory] = []) { self.accounts = accounts }

  /// Adds an entry to its user's history, unless the entry is known.
  ///
  /// - Returns: whether anything has changed.
  mutating func append(_ entry: AccountHistory.Entry, of session: Session) -> Bool {
    guard session.tenant.utf8.count + session.subject.utf8.count <= Self.longestUser else { return false }
    let index = accounts.firstIndex { $0.isOf(session) }
    var account =
      index.map { accounts[$0] }
      ?? AccountHistory(providerID: session.providerID, tenant: session.tenant, subject: session.subject)
    guard account.append(entry.cleaned) else { return false }
    account.identifier = session.identifier.flatMap(Self.cleanedIdentifier) ?? account.identifier
    if let index { accounts.remove(at: index) }
    accounts.append(account)
    // Users without a session are removed first; among them, the one whose history has been unchanged for longest.
    while accounts.count > Self.capacity {
      accounts.remove(at: accounts.dropLast().firstIndex { $0.ending?.event.isFinal == true } ?? 0)
    }
    return true
  }

  /// Removes a user's history.
  ///
  /// - Returns: whether anything has changed.
  mutating func remove(of session: Session) -> Bool {
    let before = accounts.count
    accounts.removeAll { $0.isOf(session) }
    return accounts.count != before
  }

  /// Returns the key of the record with the history of a session's user.
  static func key(of session: Session) -> String {
    // FNV-1a: the choice of record only has to be the same in every process.
    var hash: UInt32 = 2_166_136_261
    for byte in Array(session.tenant.utf8) + [0] + Array(session.subject.utf8) {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return String((hash ^ hash >> 16) % UInt32(count))
  }

  static var keys: [String] { (0..<count).map { String($0) } }

  /// The limit in bytes. User ids are short; a session with a longer one has no history.
  private static let longestUser = 1024

  /// Returns the identifier; nil if a user cannot have typed it, because it has control characters or is longer than an
  /// e-mail address (RFC 5321 §4.5.3.1).
  private static func cleanedIdentifier(_ text: String) -> String? {
    text.hasControlCharacter || text.utf8.count > 320 ? nil : text
  }
}

extension AccountHistory {
  /// Whether this is the history of the session's user. Names are compared by bytes, because strings that look alike
  /// can name different users.
  func isOf(_ session: Session) -> Bool {
    tenant.utf8.elementsEqual(session.tenant.utf8) && subject.utf8.elementsEqual(session.subject.utf8)
  }
}

extension AccountHistory.Entry {
  /// The entry with codes only. A code is short and has no spaces; any other text that a server sends instead is
  /// removed.
  fileprivate var cleaned: Self {
    let event: AccountHistory.Event =
      switch event {
      case .refused(let refuser, let code, let vendorCode):
        .refused(by: refuser, code: Self.cleaned(code), vendorCode: vendorCode.flatMap { Self.isCode($0) ? $0 : nil })
      case .trouble(let code): .trouble(Self.cleaned(code))
      case .mismatched(let field): .mismatched(Self.isCode(field) ? field : "session")
      case .signedIn, .signedOut, .replaced, .vanished, .expired, .other: event
      }
    let program = program.flatMap { $0.isEmpty || $0.hasControlCharacter ? nil : String($0.prefix(64)) }
    return Self(date: date, session: session, event: event, program: program, isOwn: isOwn, mark: mark)
  }

  private static func cleaned(_ code: AuthError.Code) -> AuthError.Code {
    isCode(code.rawValue) ? code : .providerError
  }

  private static func isCode(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
      }
  }
}
