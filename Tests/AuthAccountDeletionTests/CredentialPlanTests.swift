import AuthCore
import Testing

@testable import AuthAccountDeletion

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which credentials of this device a deletion removes, case by case.
@Suite struct CredentialPlanTests {
  typealias Record = AccountDeletionRecord

  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private static func session(_ id: String, _ subject: String, _ identifier: String?, at provider: String = "p")
    -> Session
  {
    Session(
      id: SessionID(id), providerID: ProviderID(provider), tenant: "t", subject: subject, identifier: identifier,
      createdAt: now)
  }

  /// The record of the user `s`, who has the session `known`.
  private static func record(_ identifier: String? = nil, _ credentials: [Record.KnownCredential]? = nil) -> Record {
    var record = Record(id: "d", providerID: "p", tenant: "t", subject: "s\u{E9}", place: .vendor, startedAt: now)
    record.note([session("known", "s\u{E9}", identifier)])
    record.credentials = credentials
    return record
  }

  private static func kept(_ owner: String?, named isNamed: Bool = false, mark: String = "1") -> KeptCredential {
    KeptCredential(name: "push", mark: mark, owner: owner, isNamed: isNamed)
  }

  @Test(
    "what is noted: the owner decides, then the identifier",
    arguments: [
      (kept("s\u{E9}"), true, false), (kept("s\u{E9}", named: true), true, false),
      (kept("other"), false, false), (kept("other", named: true), false, false),
      // Strings that are equal in Swift can be the ids of different users.
      (kept("se\u{301}"), false, false),
      (kept(nil, named: true), true, false), (kept(nil), false, true),
    ])
  func noting(_ credential: KeptCredential, _ isOwn: Bool, _ leavesUnowned: Bool) {
    let plan = CredentialPlan(noting: [credential], of: Self.record())
    #expect(plan.own.count == (isOwn ? 1 : 0) && plan.leavesUnowned == leavesUnowned)
  }

  struct Row: Sendable {
    let known: [Record.KnownCredential]?
    let kept: KeptCredential
    var isReused = false
    let isRemoved: Bool
    var leavesUnowned = false
  }

  static let rows: [Row] = [
    Row(known: [.init(name: "push", mark: "1")], kept: kept("s\u{E9}"), isRemoved: true),
    // The provider has learnt in the meantime whose the credential is.
    Row(known: [.init(name: "push", mark: "1")], kept: kept("other"), isRemoved: false),
    Row(known: [.init(name: "push", mark: "1")], kept: kept(nil), isRemoved: true),
    // A new account with the same id has made the credential again.
    Row(known: [.init(name: "push", mark: "1")], kept: kept("s\u{E9}", mark: "2"), isRemoved: false),
    Row(known: [.init(name: "other", mark: "1")], kept: kept("s\u{E9}"), isRemoved: false),
    Row(known: [], kept: kept("s\u{E9}"), isRemoved: false), Row(known: [], kept: kept("other"), isRemoved: false),
    Row(known: [], kept: kept(nil), isRemoved: false, leavesUnowned: true),
    Row(known: [], kept: kept(nil, named: true), isRemoved: false, leavesUnowned: true),
    // Records of an earlier version note no credentials.
    Row(known: nil, kept: kept("s\u{E9}"), isRemoved: true),
    Row(known: nil, kept: kept("s\u{E9}"), isReused: true, isRemoved: false),
    Row(known: nil, kept: kept(nil, named: true), isReused: true, isRemoved: true),
    Row(known: nil, kept: kept("other"), isRemoved: false),
    Row(known: nil, kept: kept(nil), isRemoved: false, leavesUnowned: true),
  ]

  @Test(arguments: rows) func removing(_ row: Row) {
    let plan = CredentialPlan(removing: [row.kept], of: Self.record(nil, row.known), isReused: row.isReused)
    #expect(plan.own.count == (row.isRemoved ? 1 : 0) && plan.leavesUnowned == row.leavesUnowned)
  }

  @Test func anIdentifierOfAnotherSignedInAccountIdentifiesNoCredential() {
    let jane = Self.record("jane")
    let rows: [(Record, [Session], [String])] = [
      (jane, [], ["jane"]), (jane, [Self.session("known", "s\u{E9}", "jane")], ["jane"]),
      (jane, [Self.session("x", "other", "max")], ["jane"]),
      (jane, [Self.session("x", "other", "jane", at: "q")], ["jane"]),
      (jane, [Self.session("x", "other", "jane")], []),
      // A later session with the same user id.
      (jane, [Self.session("x", "s\u{E9}", "jane")], []),
      (Self.record(), [], []),
    ]
    for (record, sessions, expected) in rows {
      #expect(CredentialPlan.identifiers(of: record, StoredSessions(sessions)) == expected)
    }
    let unreadable = StoredSessions([], unreadable: [AuthError(.storeVersion, "")])
    #expect(CredentialPlan.identifiers(of: jane, unreadable).isEmpty)
  }
}
