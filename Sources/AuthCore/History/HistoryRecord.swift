#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of several users' histories with one provider instance.
struct HistoryRecord: Sendable, Equatable {
  /// The version of the format. A record with a later version is left unchanged.
  static let version: Int64 = 1
  /// The maximum number of users in one record.
  static let capacity = 16
  /// The number of records, among which the users are distributed. A user always belongs to the same record.
  static let count = 16

  /// The histories of the users, sorted by their last change, the newest change last.
  private(set) var accounts: [AccountHistory]

  init(_ accounts: [AccountHistory] = []) { self.accounts = accounts }

  /// Adds an entry to the history of the session's user, unless the history already has it (`AccountHistory.append`) or
  /// the user's tenant and id are longer than `longestUser`.
  ///
  /// - Returns: whether the record has changed.
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
    // If there are too many users, the history of a user without a session is removed first. Of several such histories,
    // the one that has been unchanged for longest is removed. The history with the new entry stays.
    while accounts.count > Self.capacity {
      accounts.remove(at: accounts.dropLast().firstIndex { $0.ending?.event.isFinal == true } ?? 0)
    }
    return true
  }

  /// Removes the history of a session's user.
  ///
  /// - Returns: whether the record has changed.
  mutating func remove(of session: Session) -> Bool {
    let before = accounts.count
    accounts.removeAll { $0.isOf(session) }
    return accounts.count != before
  }

  /// Returns the key of the record with the history of a session's user.
  static func key(of session: Session) -> String {
    // The simple hash FNV-1a is enough, because the key only has to be the same in every process. Swift's `Hasher` is
    // seeded for each process.
    var hash: UInt32 = 2_166_136_261
    for byte in Array(session.tenant.utf8) + [0] + Array(session.subject.utf8) {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    return String((hash ^ hash >> 16) % UInt32(count))
  }

  /// The keys of all records.
  static var keys: [String] { (0..<count).map { String($0) } }

  /// The largest length of the tenant and the user id together, in bytes. Real ids are shorter. A user with longer ones
  /// has no history, so that a server cannot make a record too large.
  private static let longestUser = 1024

  /// Returns the identifier; nil if it has control characters, or is longer than an e-mail address can be: 64 octets,
  /// `@` and 255 octets (RFC 5321 §4.5.3.1.1, RFC 5321 §4.5.3.1.2).
  private static func cleanedIdentifier(_ text: String) -> String? {
    text.hasControlCharacter || text.utf8.count > 320 ? nil : text
  }
}

extension AccountHistory {
  /// Whether this is the history of the session's user. Tenants and user ids are compared by their bytes: Swift's `==`
  /// is also true for canonically equivalent strings, which can name different users.
  func isOf(_ session: Session) -> Bool {
    tenant.utf8.elementsEqual(session.tenant.utf8) && subject.utf8.elementsEqual(session.subject.utf8)
  }
}

extension AccountHistory.Entry {
  /// The entry without text that a server or a program chose freely. A code is short and has no spaces; any other text
  /// that a server sends in place of a code is removed or replaced. The name of the program is cut after 64 characters.
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
