import AuthStorage
import AuthTesting
import Testing

@testable import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record of a suspended flow: its content, its maximum age, and invalid records.
@Suite struct StoredFlowTests {
  private let now = Date(timeIntervalSince1970: 1_000)

  private func read(_ json: JSONValue) throws -> StoredFlow {
    try StoredFlow(Record(value: Secret(json.serialized), version: 1))
  }

  @Test func keepsTheRequestAndTheState() throws {
    let purposes: [FlowRequest.Purpose] = [
      .signIn, .signUp, .enroll(.totp), .stepUp(action: "pay"), .link(.emailOTP), .manage,
    ]
    for purpose in purposes {
      let profile = FlowProfile(displayName: "J", userName: "j", passkeyLabel: "key", parameters: ["a": 1])
      let request = FlowRequest(
        identifier: "i", purpose: purpose, method: .totp, profile: profile, session: .sample(), exchange: false)
      let flow = try read(StoredFlow(request: request, state: ["s": 1], createdAt: now).json)
      #expect(flow.request.purpose == purpose && flow.request.identifier == "i" && flow.request.method == .totp)
      #expect(!flow.request.exchange && flow.state == ["s": 1] && flow.createdAt == now)
      #expect(flow.sessionID == Session.sample().id && flow.request.profile.passkeyLabel == "key")
      #expect(flow.request.profile.parameters == ["a": 1])
    }
  }

  @Test func recordsOfOlderReleasesHaveNoTimeAndExchange() throws {
    let flow = try read(["step": "code"])
    #expect(flow.createdAt == nil && flow.state == ["step": "code"] && flow.request.exchange)
    #expect(!flow.isExpired(at: now))
    let plain: JSONValue = ["version": 1, "createdAt": 5, "purpose": ["name": "signin"], "state": 1]
    let dated = try read(["suspendedFlow": plain])
    #expect(dated.request.exchange && dated.sessionID == nil && dated.request.profile.parameters.isEmpty)
  }

  @Test func malformedRecordsAreRefused() throws {
    let broken: [JSONValue] = [
      ["version": 0, "createdAt": 5, "purpose": ["name": "signin"], "state": 1],
      ["version": 1, "purpose": ["name": "signin"], "state": 1],
      ["version": 1, "createdAt": 5, "purpose": ["name": "signin"]],
      ["version": 1, "createdAt": 5, "state": 1],
      ["version": 1, "createdAt": 5, "purpose": ["name": "enroll"], "state": 1],
      ["version": 1, "createdAt": 5, "purpose": ["name": "step-up"], "state": 1],
      ["version": 1, "createdAt": 5, "purpose": ["name": "link"], "state": 1],
      ["version": 1, "createdAt": 5, "purpose": ["name": "dance"], "state": 1],
    ]
    for members in broken {
      let error = #expect(throws: AuthError.self) { _ = try read(["suspendedFlow": members]) }
      #expect(error?.code == .storeCorrupt && error?.recovery == .restart)
    }
    let later: JSONValue = ["version": 2, "unknown": true]
    #expect(throws: AuthError(.storeVersion, "")) { _ = try read(["suspendedFlow": later]) }
    #expect(throws: AuthError(.storeCorrupt, "")) {
      _ = try StoredFlow(Record(value: Secret("{"), version: 1))
    }
  }

  @Test func expiresAfterAnHour() {
    let flow = StoredFlow(request: FlowRequest(), state: .null, createdAt: now)
    #expect(!flow.isExpired(at: now.addingTimeInterval(3_599)))
    #expect(flow.isExpired(at: now.addingTimeInterval(3_600)))
  }

  /// An unreadable record is kept for repair. Records that are not flows are kept too.
  @Test func removesOnlyExpiredFlows() async throws {
    let records = MemoryRecordStore(clock: ManualClock())
    let flow = Secret(StoredFlow(request: FlowRequest(), state: .null, createdAt: now).json.serialized)
    for key in ["flow/old", "other/old"] { try await records.replace(flow, for: key) }
    try await records.replace(Secret("{"), for: "flow/broken")
    await StoredFlow.collect(in: records, now: now.addingTimeInterval(3_599))
    #expect(try await records.keys().sorted() == ["flow/broken", "flow/old", "other/old"])
    await StoredFlow.collect(in: records, now: now.addingTimeInterval(3_600))
    #expect(try await records.keys().sorted() == ["flow/broken", "other/old"])
  }
}
