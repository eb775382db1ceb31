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
    #expect(!record.sealed.revealText().contains("97531"))
    #expect(try PINRecord(record.sealed) == record)
    #expect(record.matches(Secret("97531")) && !record.matches(Secret("97532")))
    let other = PINRecord(Secret("97531"), user: user, salt: [UInt8](repeating: 2, count: 16), iterations: 10)
    #expect(other.hash != record.hash)
    #expect(throws: AuthError(.storeCorrupt, "")) { try PINRecord(Secret("{}")) }
  }
}
