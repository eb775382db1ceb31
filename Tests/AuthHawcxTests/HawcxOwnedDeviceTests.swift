import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

/// Whose the enrolments of a device are.
@Suite struct HawcxOwnedDeviceTests {
  private let bench: HawcxBench

  init() throws {
    bench = try HawcxBench { $0["device"] = ["enrollment": true] }
    try bench.policy(["device_enrollment": "required"])
  }

  private func provider() throws -> HawcxProvider { try #require(try bench.auth.provider() as? HawcxProvider) }

  private var records: any RecordStore { bench.records.namespaced("hawcx") }

  @Test func anEnrolmentBelongsToTheUserWhoSignedInWithIt() async throws {
    let session = try await bench.signIn()
    let provider = try provider()
    let kept = try #require(try await provider.keptCredentials(of: [" JANE@example.com"]).first)
    #expect(kept.owner == session.subject && kept.isNamed && !kept.mark.isEmpty)
    #expect(try await provider.keptCredentials(of: ["max@example.com"]).map(\.isNamed) == [false])
    try await provider.forget(kept)
    #expect(try await provider.keptCredentials(of: []).isEmpty)
    #expect(try await bench.keys.keys(in: "hawcx/device").isEmpty)
    // Another enrolment of the same user has the same name, and another mark.
    _ = try await bench.signIn()
    let later = try #require(try await provider.keptCredentials(of: []).first)
    #expect(later.name == kept.name && later.mark != kept.mark && later.owner == session.subject)
  }

  /// A record of the version before this one has no owner. The next sign-in adds it.
  @Test func anEarlierRecordGetsItsOwnerAtTheNextSignIn() async throws {
    let session = try await bench.signIn()
    let provider = try provider()
    let name = try #require(try await provider.keptCredentials(of: []).first).name
    let stored = try #require(try await records.read(name))
    var json = try #require(try JSONValue(parsing: stored.value).objectValue)
    json["owner"] = nil
    try await records.replace(JSONValue.object(json).serializedSecret, for: name)
    let earlier = try #require(HawcxDeviceRecord(sealed: JSONValue.object(json).serializedSecret))
    #expect(earlier.owner == nil && earlier.state == .active)
    #expect(try await provider.keptCredentials(of: []).map(\.owner) == [nil])
    var reader = FlowReader(bench.auth.signIn(identifier: "jane@example.com"))
    _ = try await reader.session()
    let kept = try await provider.keptCredentials(of: [])
    #expect(kept.map(\.owner) == [session.subject])
    // The owner does not change.
    try await provider.devices.adopt("jane@example.com", by: "other")
    #expect(try await provider.keptCredentials(of: []).map(\.owner) == [session.subject])
  }

  @Test func theOwnerOfADamagedRecordIsNotKnown() async throws {
    try await records.replace(Secret("damaged"), for: HawcxDeviceScope.recordPrefix + "x")
    let kept = try await provider().keptCredentials(of: [])
    #expect(kept.map(\.mark) == [""] && kept.map(\.owner) == [nil])
  }
}
