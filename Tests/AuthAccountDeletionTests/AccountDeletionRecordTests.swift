import AuthCore
import Testing

@testable import AuthAccountDeletion

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The transitions of a deletion, case by case, and the stored form of its record.
@Suite struct AccountDeletionRecordTests {
  typealias Record = AccountDeletionRecord

  static let now = Date(timeIntervalSince1970: 1_700_000_000)
  static let refusal = AuthError(.forbidden, "")
  static let loss = AuthError(.network, "")

  static func record(_ stage: Record.Stage, _ revocation: Record.Revocation = .none) -> Record {
    var record = Record(
      id: "d", providerID: "p", tenant: "t", subject: "s", place: .vendor, startedAt: now)
    record.stage = stage
    record.revocation = revocation
    return record
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let stage: Record.Stage
    var revocation = Record.Revocation.none
    let event: Record.Event
    let command: Record.Command
    let next: Record.Stage
    var nextRevocation: Record.Revocation?

    init(
      _ stage: Record.Stage, after revocation: Record.Revocation = .none, _ event: Record.Event,
      _ command: Record.Command, _ next: Record.Stage, _ nextRevocation: Record.Revocation? = nil
    ) {
      (self.stage, self.revocation, self.event, self.command, self.next, self.nextRevocation) = (
        stage, revocation, event, command, next, nextRevocation
      )
    }

    var testDescription: String { "\(stage), \(revocation), \(event)" }
  }

  private static let first = Record.Stage.sent(isRepeated: false)
  private static let again = Record.Stage.sent(isRepeated: true)
  private static func left(_ steps: Record.Step...) -> Record.Stage { .deleted(left: steps) }
  private static let all = Record.Stage.deleted(left: [.sessions, .device, .history])
  private static let invalid = AuthError(.invalidState, "")

  static let table: [Row] = [
    // The user confirms.
    Row(.planned, .confirmed(hasCode: false), .send, first),
    Row(.planned, .confirmed(hasCode: true), .revoke, .planned, .sent),
    Row(.planned, after: .sent, .confirmed(hasCode: true), .revoke, .planned, .sent),
    Row(.planned, after: .sent, .confirmed(hasCode: false), .stop(invalid), .planned, .sent),
    Row(.planned, after: .done, .confirmed(hasCode: false), .send, first, .done),
    Row(.planned, after: .done, .confirmed(hasCode: true), .send, first, .done),
    Row(first, .confirmed(hasCode: false), .send, again),
    Row(again, .confirmed(hasCode: true), .send, again),
    Row(all, .confirmed(hasCode: true), .remove(.sessions), all),
    // Apple's tokens are revoked, or not.
    Row(.planned, after: .sent, .revoked(.deleted), .send, first, .done),
    Row(.planned, after: .sent, .revoked(.refused(refusal)), .drop(refusal), .planned, Record.Revocation.none),
    Row(.planned, after: .sent, .revoked(.unknown(loss)), .stop(loss), .planned, .sent),
    // The caller gives up before the deletion is sent.
    Row(first, .cancelled, .drop(.cancelled), .planned),
    Row(first, after: .done, .cancelled, .stop(.cancelled), .planned, .done),
    Row(again, .cancelled, .doubt(.cancelled), again),
    // The first request has an outcome.
    Row(first, .answered(.deleted), .remove(.sessions), all),
    Row(first, .answered(.refused(refusal)), .drop(refusal), .planned),
    Row(first, after: .done, .answered(.refused(refusal)), .stop(refusal), .planned, .done),
    Row(first, .answered(.unknown(loss)), .doubt(loss), first),
    // A refusal of a repeated request proves nothing.
    Row(again, .answered(.deleted), .remove(.sessions), all),
    Row(again, .answered(.refused(refusal)), .doubt(refusal), again),
    Row(again, .answered(.unknown(loss)), .doubt(loss), again),
    // A later start sends nothing.
    Row(.planned, .resumed, .stop(invalid), .planned),
    Row(first, .resumed, .doubt(invalid), first),
    Row(again, .resumed, .doubt(invalid), again),
    Row(all, .resumed, .remove(.sessions), all),
    Row(left(.device, .history), .resumed, .remove(.device), left(.device, .history)),
    Row(left(), .resumed, .finish, left()),
    // Steps on the device; one that fails does not prevent the others.
    Row(all, .ended(.sessions, nil), .remove(.device), left(.device, .history)),
    Row(all, .ended(.sessions, loss), .remove(.device), all),
    Row(left(.sessions, .history), .ended(.sessions, loss), .remove(.history), left(.sessions, .history)),
    Row(left(.sessions, .history), .ended(.history, nil), .finish, left(.sessions)),
    Row(left(.history), .ended(.history, loss), .finish, left(.history)),
    Row(left(.history), .ended(.history, nil), .finish, left()),
  ]

  @Test(arguments: table) func transition(_ row: Row) {
    var record = Self.record(row.stage, row.revocation)
    #expect(record.handle(row.event) == row.command)
    #expect(record.stage == row.next)
    #expect(record.revocation == row.nextRevocation ?? row.revocation)
  }

  /// Whatever happens without a confirmation, nothing is sent, and nothing is removed without a proof.
  @Test(arguments: table) func nothingIsSentOrRemovedWithoutReason(_ row: Row) {
    var record = Self.record(row.stage, row.revocation)
    let command = record.handle(row.event)
    if command == .send || command == .revoke {
      switch row.event {
      case .confirmed, .revoked(.deleted): break
      default: Issue.record("\(row.event) sends something")
      }
    }
    if case .remove = command, case .deleted = row.stage { return }
    if case .remove = command {
      if case .answered(.deleted) = row.event { return }
      Issue.record("\(row.event) removes something")
    }
  }

  @Test(arguments: [
    Record.Stage.planned, .sent(isRepeated: false), .sent(isRepeated: true), .deleted(left: [.device]),
    .deleted(left: []),
  ])
  func isReadAsItWasStored(_ stage: Record.Stage) throws {
    let key = KeyReference(storeID: "memory", keyID: "k", algorithm: .p256, publicKey: [1, 2])
    for place in [AccountDeletion.Place.vendor, .backend(try #require(URL(string: "https://api.example.com/me")))] {
      var record = Record(
        id: "d", providerID: "p", tenant: "t", subject: "s\u{301}", place: place,
        startedAt: Self.now.addingTimeInterval(0.123456))
      record.note([
        Session(
          id: SessionID("a"), providerID: "p", tenant: "t", subject: "s\u{301}", identifier: "jane", key: key,
          createdAt: Self.now),
        Session(id: SessionID("b"), providerID: "p", tenant: "t", subject: "s\u{301}", createdAt: Self.now),
      ])
      (record.stage, record.revocation, record.type) = (stage, .done, "turnkey")
      (record.credentials, record.superseded) = ([.init(name: "push", mark: "1")], ["c"])
      #expect(try Record(record.sealed, id: "d") == record)
    }
  }

  @Test(arguments: [
    ("", AuthError.Code.storeCorrupt), ("{}", .storeCorrupt), (#"{"v":2}"#, .storeVersion),
    (#"{"v":1,"provider":"p","tenant":"t","subject":"s"}"#, .storeCorrupt),
  ])
  func aRecordThatCannotBeReadIsAnError(_ text: String, _ code: AuthError.Code) {
    #expect(throws: AuthError(code, "")) { try Record(Secret(text), id: "d") }
  }

  /// Whatever the stage: while it is not known whether the account is deleted, a later session can be one of a new
  /// account as well.
  @Test(arguments: [Record.Stage.planned, .sent(isRepeated: false), .deleted(left: [])])
  func onlyTheNotedSessionsAreThoseOfTheAccount(_ stage: Record.Stage) {
    func session(_ id: String, _ subject: String = "s", tenant: String = "t") -> Session {
      Session(id: SessionID(id), providerID: "p", tenant: tenant, subject: subject, createdAt: Self.now)
    }
    var record = Self.record(.planned)
    record.note([session("known")])
    record.stage = stage
    #expect(record.concerns(session("known")) && !record.concerns(session("x")))
    #expect(!record.isOfUser(session("x", "other")) && !record.isOfUser(session("x", tenant: "other")))
    #expect(!record.concerns(session("known", "other")))
  }

  /// A record as the version before this one wrote it: without the type, the credentials and the superseded deletions.
  @Test func readsARecordOfTheEarlierVersion() throws {
    let text =
      #"{"v":1,"provider":"p","tenant":"t","subject":"s","identifiers":["jane"],"#
      + #""sessions":[{"id":"a"},{"id":"b","key":{"store":"memory","key":"k","algorithm":"p256","public":"0102"}}],"#
      + #""revocation":"done","startedAt":1700000000000,"stage":"deleted","left":["device"]}"#
    let record = try Record(Secret(text), id: "d")
    #expect(record.type == nil && record.credentials == nil && record.superseded.isEmpty)
    #expect(record.sessions.map(\.id) == [SessionID("a"), SessionID("b")] && record.identifiers == ["jane"])
    #expect(record.stage == .deleted(left: [.device]) && record.revocation == .done && record.startedAt == Self.now)
    #expect(try Record(record.sealed, id: "d") == record)
  }

  @Test func takesOverWhatAnEarlierDeletionHasNoted() {
    var (earlier, later) = (
      Self.record(.sent(isRepeated: true)),
      Record(
        id: "e", providerID: "p", tenant: "t", subject: "s", place: .vendor, startedAt: Self.now)
    )
    func session(_ id: String, _ identifier: String) -> Session {
      Session(
        id: SessionID(id), providerID: "p", tenant: "t", subject: "s", identifier: identifier, createdAt: Self.now)
    }
    earlier.note([session("a", "jane"), session("b", "janet")])
    earlier.credentials = [.init(name: "push", mark: "1"), .init(name: "push", mark: "2")]
    later.note([session("b", "janet"), session("c", "janet")])
    later.credentials = [.init(name: "push", mark: "2")]
    later.supersede([earlier])
    #expect(later.sessions.map(\.id.rawValue) == ["b", "c", "a"] && later.identifiers == ["janet", "jane"])
    #expect(later.credentials == [.init(name: "push", mark: "2"), .init(name: "push", mark: "1")])
    #expect(later.superseded == ["d"])
  }

  @Test(arguments: [
    (200, "", AccountDeletionOutcome.deleted), (204, "", .deleted), (202, "{}", .deleted),
    (410, #"{"error":"account_deleted"}"#, .deleted), (410, "", .unknown(AuthError(.providerError, ""))),
    (410, #"{"error":"gone"}"#, .unknown(AuthError(.providerError, ""))),
    (200, "<html>", .unknown(AuthError(.malformedResponse, ""))),
    (410, " <html>", .unknown(AuthError(.providerError, ""))),
    (303, "", .unknown(AuthError(.providerError, ""))), (400, "", .refused(AuthError(.providerError, ""))),
    (401, "", .refused(AuthError(.reauthenticationRequired, ""))), (403, "", .refused(AuthError(.forbidden, ""))),
    (403, "<html>", .unknown(AuthError(.forbidden, ""))),
    (404, "", .refused(AuthError(.providerError, ""))), (408, "", .unknown(AuthError(.timeout, ""))),
    (409, "", .refused(AuthError(.providerError, ""))), (429, "", .refused(AuthError(.rateLimited, ""))),
    (500, "", .unknown(AuthError(.serverError, ""))), (503, "", .unknown(AuthError(.serverError, ""))),
  ])
  func whatABackendsResponseProves(_ status: Int, _ body: String, _ outcome: AccountDeletionOutcome) {
    let response = TransportResponse(status: status, body: Array(body.utf8))
    #expect(AccountDeletionOutcome(response, to: .accountDeletion, provider: "p") == outcome)
  }

  @Test func onlyADeletionAcceptsGone() {
    let outcome = AccountDeletionOutcome(
      TransportResponse(status: 410), to: .appleRevocation, provider: "p")
    #expect(outcome == .refused(AuthError(.providerError, "")))
  }

  @Test(arguments: AuthError.Code.allCases) func whatAnErrorProves(_ code: AuthError.Code) {
    let error = AuthError(code, "")
    let isRefusal =
      switch code {
      case .cancelled: false
      case .rateLimited: true
      default: [.refused, .configuration, .usage].contains(code.kind)
      }
    #expect(AccountDeletionOutcome(after: error) == (isRefusal ? .refused(error) : .unknown(error)))
  }
}
