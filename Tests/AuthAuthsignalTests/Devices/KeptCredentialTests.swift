import AuthCore
import AuthPasskey
import AuthSandbox
import AuthStorage
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Whose the credentials of a device are.
@Suite struct KeptCredentialTests {
  private let user = "jane@example.com"

  @Test func everyCredentialHasTheUserWhoMadeIt() async throws {
    let passkeys = SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore()) { _ in
      .approve(isVerified: true)
    }
    let device = try Device(passkeys: passkeys)
    let (session, _) = try await device.signIn()
    let provider = try device.provider()
    for method in [MethodID.push, .qrCode, .passkey] {
      _ = try await device.client.start(FlowRequest(purpose: .enroll(method))).result()
    }
    var pins = provider.devices.pins
    pins.iterations = 100
    try await pins.create(Secret("2468"), for: user, of: session)
    // A key that is added with a token has the token's user.
    _ = try await provider.devices.add(.inApp, token: try device.track(action: "manage"))
    let kept = try await provider.keptCredentials(of: [user])
    #expect(kept.map(\.owner) == [String?](repeating: session.subject, count: 7))
    let named = Set(kept.filter(\.isNamed).map { $0.name.prefix { $0 != "." } })
    #expect(named == ["device", "pin", "passkey"])
    #expect(kept.filter(\.isNamed).count == 4, "the in-app key, the PIN, the passkey, and the last passkey")
    #expect(kept.allSatisfy { !$0.mark.isEmpty })
    #expect(try await provider.passkeys.shouldPromptToCreate() == false)
    for credential in kept { try await provider.forget(credential) }
    #expect(try await provider.keptCredentials(of: [user]).isEmpty)
  }

  /// The records of the version before this one, which have no owner.
  @Test func readsEarlierRecords() async throws {
    let device = try Device()
    let provider = try device.provider()
    let records = provider.services.records
    let key = #"{"v":1,"key":{"store":"memory","key":"k","algorithm":"p256","public":"02aa"},"credential":"c"}"#
    #expect(try DeviceRecord(Secret(key)) == DeviceRecord(key: try DeviceRecord(Secret(key)).key, credentialID: "c"))
    for (name, value) in [
      (DeviceKeys.name(.inApp, "joe"), key), (AuthsignalPINs.name("joe"), "{}"),
      (AuthsignalPasskeys.name("joe"), "AQID"),
      (AuthsignalPasskeys.name(nil), "AQID"), (DeviceKeys.name(.push, nil), "damaged"), ("outbox", "x"),
    ] { try await records.replace(Secret(value), for: name) }
    // The vendor is asked, and does not know the key.
    let kept = try await provider.keptCredentials(of: ["joe"])
    #expect(kept.count == 5 && kept.allSatisfy { $0.owner == nil })
    #expect(kept.filter { !$0.isNamed }.map(\.name) == [DeviceKeys.name(.push, nil)])
    #expect(AuthsignalPasskeys.owner(Secret("AQID")) == nil && AuthsignalPasskeys.owner(Secret("AQID.am9l")) == "joe")
  }

  @Test(
    arguments: [
      ("device.push", DeviceMethod.push, nil), ("device.qr-code", .qrCode, nil), ("device.in-app", .inApp, nil),
      ("device.in-app.6a6f65", .inApp, "joe"), ("device.in-app.zz", nil, nil), ("device.other", nil, nil),
      ("device.", nil, nil), ("device-id", nil, nil), ("pin.6a6f65", nil, nil),
    ] as [(String, DeviceMethod?, String?)])
  func credentialOfAName(_ name: String, _ method: DeviceMethod?, _ user: String?) {
    let found = DeviceKeys.credential(name)
    #expect(found?.method == method && found?.user == user)
  }
}
