import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of histories, bounded and without secrets.
@Suite struct HistoryRecordTests {
  private func session(_ subject: String, tenant: String = "tenant", identifier: String? = nil) -> Session {
    Session(
      id: SessionID("of-" + subject), providerID: "p", tenant: tenant, subject: subject, identifier: identifier,
      tokens: SessionTokens(access: Secret("CANARY"), refresh: Secret("CANARY")),
      createdAt: Date(timeIntervalSince1970: 0))
  }

  private func read(_ text: String) throws(AuthError) -> HistoryRecord {
    try HistoryRecord(Secret(text), of: "p", for: "ours")
  }

  @Test func everyEventComesBackAsItWas() throws {
    for event in AccountHistoryTests.every {
      var record = HistoryRecord()
      _ = record.append(
        AccountHistoryTests.entry(event, "of-jane"), of: session("jane", identifier: "jane@example.com"))
      let stored = record.encode()
      #expect(try HistoryRecord(stored, of: "p", for: "ours") == record)
      // Another client reads the same event, and sees that it did not cause the event.
      let theirs = try HistoryRecord(stored, of: "p", for: "theirs")
      #expect(theirs.accounts.first?.entries.first?.event == event)
      #expect(theirs.accounts.first?.entries.first?.isOwn == false)
      #expect(theirs.accounts.first?.identifier == "jane@example.com")
      #expect(theirs.encode() == stored, "the other client keeps the author when it writes the record")
    }
  }

  @Test func noSecretAndNoServersTextGoesIn() {
    var record = HistoryRecord()
    let vendorCodes = [
      "token eyJhbGciOi.CANARY", "CANARY\u{1B}[31m", "", String(repeating: "CANARY", count: 11), "CANARYé",
    ]
    for (number, vendorCode) in vendorCodes.enumerated() {
      let event = AccountHistory.Event.refused(
        by: .provider, code: AuthError.Code(rawValue: "CANARY \(number)"), vendorCode: vendorCode)
      _ = record.append(AccountHistoryTests.entry(event, "s\(number)"), of: session("jane"))
      #expect(
        record.accounts.first?.entries.last?.event == .refused(by: .provider, code: .providerError, vendorCode: nil))
    }
    _ = record.append(
      AccountHistoryTests.entry(.mismatched("a CANARY")), of: session("jane", identifier: "\u{7}CANARY"))
    #expect(!record.encode().revealText().contains("CANARY"))
    _ = record.append(AccountHistoryTests.entry(AccountHistoryTests.refused, "s9"), of: session("jane"))
    #expect(record.accounts.first?.entries.last?.event == AccountHistoryTests.refused, "the code is kept")
  }

  @Test func aProgramsNameIsShort() {
    var record = HistoryRecord()
    for (name, expected) in [("app", "app"), ("", nil), ("a\u{1B}b", nil), (String(repeating: "é", count: 99), 64)]
      as [(String, Any?)]
    {
      let entry = AccountHistory.Entry(
        date: Date(timeIntervalSince1970: 0), session: SessionID(name), event: .signedIn, program: name, isOwn: true,
        mark: nil)
      _ = record.append(entry, of: session("jane"))
      let kept = record.accounts.first?.entries.last?.program
      if let length = expected as? Int { #expect(kept?.count == length) } else { #expect(kept == expected as? String) }
    }
  }

  @Test func usersAreComparedByBytes() {
    var record = HistoryRecord()
    _ = record.append(AccountHistoryTests.entry(.signedIn), of: session("caf\u{E9}"))
    _ = record.append(AccountHistoryTests.entry(.signedIn), of: session("cafe\u{301}"))
    _ = record.append(AccountHistoryTests.entry(.signedIn), of: session("caf\u{E9}", tenant: "another"))
    #expect(record.accounts.count == 3)
    for isFirst in [true, false] {
      let isRemoved = record.remove(of: session("cafe\u{301}"))
      #expect(isRemoved == isFirst)
    }
    #expect(record.accounts.map { Array($0.subject.utf8).count } == [5, 5])
  }

  @Test func usersWithoutASessionGoFirst() {
    var record = HistoryRecord()
    for number in 0..<HistoryRecord.capacity {
      _ = record.append(AccountHistoryTests.entry(.signedIn, "in"), of: session("user\(number)"))
      if number == 7 { _ = record.append(AccountHistoryTests.entry(.signedOut, "in"), of: session("user7")) }
    }
    _ = record.append(AccountHistoryTests.entry(.signedIn), of: session("new"))
    #expect(record.accounts.count == HistoryRecord.capacity)
    #expect(!record.accounts.contains { $0.subject == "user7" } && record.accounts.contains { $0.subject == "user0" })
    _ = record.append(AccountHistoryTests.entry(.signedIn), of: session("newer"))
    #expect(!record.accounts.contains { $0.subject == "user0" }, "then the account with the oldest last event")
    #expect(record.accounts.suffix(2).map(\.subject) == ["new", "newer"])
  }

  @Test func aUserIDOfAnyLengthBreaksNothing() {
    var record = HistoryRecord()
    let entry = AccountHistoryTests.entry(.signedIn)
    let isKept = record.append(entry, of: session(String(repeating: "x", count: 1025)))
    #expect(!isKept)
    #expect(record.accounts.isEmpty)
  }

  @Test func aUsersRecordIsAlwaysTheSameAndUsersAreSpread() {
    // Literal keys, because the next version of an app must find the records of this one.
    #expect(HistoryRecord.key(of: session("jane")) == "4")
    #expect(HistoryRecord.key(of: session("joe")) == "8")
    let keys = (0..<160).map { HistoryRecord.key(of: session("user-\($0)")) }
    for key in HistoryRecord.keys { #expect((1...30).contains(keys.filter { $0 == key }.count), "\(key)") }
    #expect(Set(keys).isSubset(of: HistoryRecord.keys))
  }

  @Test(arguments: [
    "", "{}", "[]", "null", #"{"v":1}"#, #"{"v":0,"accounts":[]}"#, #"{"v":"1","accounts":[]}"#,
    #"{"v":1,"accounts":{}}"#, #"{"v":1,"accounts":[{}]}"#, #"{"v":1,"accounts":[{"tenant":"t","subject":"s"}]}"#,
    #"{"v":1,"accounts":[{"tenant":"t","subject":"s","entries":[{}]}]}"#,
    #"{"v":1,"accounts":[{"tenant":"t","subject":"s","entries":[{"at":1,"session":"s","event":"refused"}]}]}"#,
    #"{"v":1,"accounts":[{"tenant":"t","subject":"s","entries":[{"at":"1","session":"s","event":"signedIn"}]}]}"#,
  ])
  func damageIsSeen(_ text: String) {
    #expect(throws: AuthError(.storeCorrupt, "")) { try read(text) }
  }

  @Test func recordsOfALaterReleaseAreRefusedAndUnknownEventsAreKept() throws {
    #expect(throws: AuthError(.storeVersion, "")) { try read(#"{"v":2,"accounts":[]}"#) }
    let known = try read(
      #"{"v":1,"accounts":[{"tenant":"t","subject":"s","entries":[{"at":1,"session":"s","event":"moved","to":"x"}]}]}"#)
    #expect(known.accounts.first?.entries.first?.event == .other("moved"))
  }
}
