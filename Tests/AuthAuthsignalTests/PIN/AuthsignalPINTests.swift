import AuthCore
import AuthSandbox
import Testing

@testable import AuthAuthsignal

/// PINs: the device stores only a slow hash of a PIN, and counts wrong guesses.
@Suite struct AuthsignalPINTests {
  private let user = "jane@example.com"

  private func made(_ pin: Secret = Secret("2468")) async throws -> (Device, AuthsignalPINs) {
    let device = try Device()
    let (session, _) = try await device.signIn()
    let provider = try #require(try device.client.provider() as? AuthsignalProvider)
    var pins = provider.devices.pins
    pins.iterations = 100
    try await pins.create(pin, for: user, of: session)
    return (device, pins)
  }

  @Test func provesAnActionWithTheRightPIN() async throws {
    let (_, pins) = try await made()
    let proof = try await pins.verify(Secret("2468"), for: user, action: "pay")
    #expect(proof.action == "pay" && proof.subject != nil)
    #expect(try await pins.users() == [user])
    try await pins.delete(for: user)
    #expect(try await pins.users().isEmpty)
    await #expect(throws: AuthError(.noCredential, "")) {
      try await pins.verify(Secret("2468"), for: user, action: "pay")
    }
  }

  @Test(arguments: ["jane@example.com", nil])
  func forgetsThePINAndThePasskeyWithTheDevice(_ identifier: String?) async throws {
    let (device, pins) = try await made()
    let records = pins.devices.provider.services.records
    #expect(try await pins.add(Secret("1357"), for: "joe"))
    for (name, passkey) in [(nil, "a"), (user, "a"), ("joe", "b")] {
      try await records.replace(Secret(passkey), for: AuthsignalPasskeys.name(name))
    }
    let provider = try #require(try device.client.provider() as? AuthsignalProvider)
    try await provider.forgetDevice(identifier: identifier)
    let kept = identifier == nil ? [] : ["joe"]
    #expect(try await pins.users() == kept)
    let left = try await records.keys().filter { $0.hasPrefix("passkey") }
    #expect(left == kept.map { AuthsignalPasskeys.name($0) })
  }

  @Test func sendsNothingForAWrongPINAndCountsGuesses() async throws {
    let (device, pins) = try await made()
    let before = try device.sandbox.requestCount("")
    for _ in 1..<PINRecord.attempts {
      await #expect(throws: AuthError(.invalidCode, "")) {
        try await pins.verify(Secret("1357"), for: user, action: "pay")
      }
    }
    for pin in ["1357", "2468"] {
      await #expect(throws: AuthError(.tooManyAttempts, "")) {
        try await pins.verify(Secret(pin), for: user, action: "pay")
      }
    }
    #expect(try device.sandbox.requestCount("") == before)
  }

  @Test func rightPINResetsTheGuesses() async throws {
    let (_, pins) = try await made()
    for _ in 0..<2 {
      for _ in 1..<PINRecord.attempts {
        await #expect(throws: AuthError(.invalidCode, "")) {
          try await pins.verify(Secret("1357"), for: user, action: "pay")
        }
      }
      _ = try await pins.verify(Secret("2468"), for: user, action: "pay")
    }
  }

  /// A PIN has few possible values, so each guess must take long, and each PIN needs a salt of its own.
  @Test func storesASlowHashWithASaltOfItsOwn() async throws {
    let (device, pins) = try await made()
    #expect(pins.devices.pins.iterations >= 200_000)
    let session = try await device.client.session()
    let records = pins.devices.provider.services.records
    func stored() async throws -> JSONValue {
      let key = try #require(try await records.keys().first { $0.hasPrefix("pin.") })
      return try JSONValue(parsing: try #require(try await records.read(key)).value)
    }
    let first = try await stored()
    #expect(first["iterations"] == 100, "those of the record, so that a later version can raise the number")
    try await pins.create(Secret("2468"), for: user, of: session)
    let second = try await stored()
    #expect(second["salt"] != first["salt"] && second["hash"] != first["hash"])
  }

  @Test func acceptsOnlyDigits() async throws {
    let (device, pins) = try await made()
    let session = try await device.client.session()
    for pin in ["", "123", "12a4", "１２３４", "12 34", "1234567890123"] {
      await #expect(throws: AuthError(.invalidRequest, ""), "\(pin)") {
        try await pins.create(Secret(pin), for: user, of: session)
      }
    }
  }

  @Test func storesNoPIN() throws {
    let record = PINRecord(Secret("97531"), user: user, salt: [UInt8](repeating: 1, count: 16), iterations: 10)
    // PBKDF2 with HMAC-SHA-256, computed by Python's hashlib. The record has no other member that depends on the PIN.
    let members = try #require(JSONValue(parsing: record.sealed).objectValue)
    #expect(members["hash"] == "kA4N-JMSHvz9Wt1zIDLd_3E31IrnUpKE121QZaihiWg")
    #expect(Set(members.names) == ["v", "salt", "iterations", "hash", "user", "left"])
    let another = try #require(
      JSONValue(
        parsing: PINRecord(Secret("13579"), user: user, salt: [UInt8](repeating: 1, count: 16), iterations: 10).sealed
      ).objectValue)
    #expect(members.names.filter { members[$0] != another[$0] } == ["hash"])
    #expect(!record.sealed.revealText().contains("97531"))
    #expect(try PINRecord(record.sealed) == record)
    #expect(record.matches(Secret("97531")) && !record.matches(Secret("97532")))
    let other = PINRecord(Secret("97531"), user: user, salt: [UInt8](repeating: 2, count: 16), iterations: 10)
    #expect(other.hash != record.hash)
    #expect(throws: AuthError(.storeCorrupt, "")) { try PINRecord(Secret("{}")) }
  }
}
