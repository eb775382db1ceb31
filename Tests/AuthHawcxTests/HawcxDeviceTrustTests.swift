import AuthCore
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthHawcx

/// The record of a trusted device: its contents, its separation by user, and its removal.
@Suite struct HawcxDeviceTrustTests {
  private let keys = MemoryKeyStore()
  private let records = MemoryRecordStore()
  private let clock = ManualClock()
  private let observer = RecordingObserver()
  private let setup = HawcxFields([
    "domain": "5b0d4f0e-1c1b-4b5e-9d0f-0a1b2c3d4e5f", "algorithm": "Ed25519", "version": "zkp_v1",
  ])

  private func devices(configID: String = "cfg", appID: String = "app") throws -> HawcxDevices {
    var reader = ConfigurationReader(
      [
        "baseURL": "https://t.example", "configId": .string(configID),
        "device": ["appId": .string(appID), "enrollment": true],
      ], path: "$",
      sources: ConfigurationSources())
    return HawcxDevices(
      providerID: "hawcx", configuration: try HawcxConfiguration(reading: &reader),
      services: ProviderServices(
        transport: ScriptedTransport([]), keys: KeyRing(keys), records: records, clock: clock, observer: observer))
  }

  private func enrol(_ devices: HawcxDevices, _ identifier: String) async throws -> HawcxDeviceCredentials {
    let credentials = try await devices.enrol(try HawcxDeviceSetup(setup), identifier: identifier)
    try await devices.confirm(identifier)
    return credentials
  }

  @Test func usersAppsAndConfigurationsShareNothing() async throws {
    var seen: [HawcxDeviceCredentials] = []
    for (configID, appID) in [("cfg", "app"), ("cfg", "other"), ("cfg2", "app")] {
      let devices = try devices(configID: configID, appID: appID)
      for identifier in ["jane@example.com", "joe@example.com"] {
        #expect(try await devices.credentials(for: identifier) == nil, "\(configID) \(appID) \(identifier)")
        let made = try await enrol(devices, identifier)
        #expect(!seen.contains { $0.keyset == made.keyset || $0.index == made.index || $0.secret == made.secret })
        seen.append(made)
      }
    }
    #expect(try await records.keys().filter { $0.hasPrefix("device/") }.count == 6)
    // Any spelling of an identifier finds the user's own record. Deleting one record keeps the others.
    #expect(try await devices().credentials(for: " JANE@Example.com ")?.keyset == seen[0].keyset)
    try await devices().forget("jane@example.com")
    #expect(try await devices().credentials(for: "jane@example.com") == nil)
    #expect(try await devices().credentials(for: "joe@example.com")?.keyset == seen[1].keyset)
    #expect(try await devices(appID: "other").credentials(for: "jane@example.com")?.keyset == seen[2].keyset)
    #expect(try await devices(configID: "cfg2").credentials(for: "jane@example.com")?.keyset == seen[4].keyset)
  }

  /// H54: each of the six codes deletes the record and its key, and the next start is sent without device credentials.
  /// Other codes change neither the record nor the key.
  @Test func sixCodesRemoveTheRecord() async throws {
    #expect(HawcxDevices.fatalCodes.count == 6)
    for code in HawcxDevices.fatalCodes.union(["invalid_code", "server_error", "action_not_allowed"]) {
      let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
      try bench.policy(["device_enrollment": "required"])
      _ = try await bench.signIn()
      let answer: JSONValue = [
        "session": "auth_x",
        "step": [
          "type": "error", "code": .string(code), "action": "restart_flow", "retryable": true, "message": "m",
        ],
      ]
      let scripted = ScriptedTransport([.json("POST", "/v1/auth", answer)])
      var block = try #require(bench.sandbox.configuration["providers"]?["hawcx"]?.objectValue)
      block["device"] = ["enrollment": true]
      var reader = ConfigurationReader(block, path: "$", sources: ConfigurationSources())
      let kept = HawcxDevices(
        providerID: "hawcx", configuration: try HawcxConfiguration(reading: &reader),
        services: ProviderServices(
          transport: scripted, keys: KeyRing(bench.keys), records: bench.records.namespaced("hawcx"), clock: bench.clock
        ))
      let api = HawcxAPI(
        configuration: kept.configuration, transport: scripted, clock: bench.clock,
        requestIDs: HawcxRequestIDs(random: SeededRandomSource()))
      let performer = HawcxFlowPerformer(api: api, devices: kept, services: kept.services)
      #expect(try await kept.credentials(for: "jane@example.com") != nil)
      _ = try await performer.perform(.start(HawcxStart(flowType: .signIn, identifier: "jane@example.com")))
      let isHealed = HawcxDevices.fatalCodes.contains(code)
      #expect(try await kept.credentials(for: "jane@example.com") == nil ? isHealed : !isHealed, "\(code)")
      #expect(try await bench.keys.keys(in: "hawcx/device").isEmpty == isHealed, "\(code)")
    }
  }

  @Test func unreadableRecordIsEnrolledAgain() async throws {
    let devices = try devices()
    _ = try await enrol(devices, "jane@example.com")
    let name = devices.scope("jane@example.com").recordKey
    for damage in ["", "{}", #"{"v":1}"#, #"{"v":2}"#, "\u{0}"] {
      try await records.replace(Secret(damage), for: name)
      #expect(try await devices.credentials(for: "jane@example.com") == nil)
      _ = try await enrol(devices, "jane@example.com")
      #expect(try await devices.credentials(for: "jane@example.com") != nil)
    }
  }

  @Test func unconfirmedEnrolmentIsNotUsed() async throws {
    let devices = try devices()
    _ = try await devices.enrol(try HawcxDeviceSetup(setup), identifier: "jane@example.com")
    #expect(try await devices.credentials(for: "jane@example.com") == nil)
    try await devices.confirm("jane@example.com")
    #expect(try await devices.credentials(for: "jane@example.com") != nil)
  }

  @Test func repeatedEnrolmentIsReported() async throws {
    func isTold() -> Bool {
      observer.events.contains { if case .step(_, "device_trust_unstable") = $0 { true } else { false } }
    }
    for gap in [0, 200, 200] {
      #expect(!isTold())
      clock.advance(by: .seconds(gap))
      // Each iteration simulates a new process, because the count is read from the record.
      let devices = try devices()
      _ = try await enrol(devices, "jane@example.com")
      try await devices.heal("jane@example.com")
    }
    #expect(isTold())
    observer.clear()
    try await devices().heal("joe@example.com")
    clock.advance(by: .seconds(601))
    try await devices().heal("jane@example.com")
    #expect(!isTold(), "enrolments of another user or after ten minutes are not counted together")
  }

  @Test func resetKeepsTheDevice() async throws {
    let bench = try HawcxBench { $0["device"] = ["enrollment": true] }
    try bench.policy(["device_enrollment": "required", "skip_primary_on_trusted_device": false])
    _ = try await bench.signIn()
    let before = try await bench.records.keys()
    for _ in 0..<2 {
      let flow = bench.auth.signIn(identifier: "jane@example.com")
      var reader = FlowReader(flow)
      _ = try await reader.prompt()
      flow.reset()
      await flow.cancel()
    }
    #expect(try await bench.records.keys() == before)
    #expect(try await bench.keys.keys(in: "hawcx/device").count == 1)
  }
}
