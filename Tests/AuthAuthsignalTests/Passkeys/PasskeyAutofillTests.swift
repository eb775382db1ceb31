import AuthCore
import AuthPasskey
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Passkey autofill: only one request at a time, and the ways in which a request ends.
@Suite struct PasskeyAutofillTests {
  private let pause = ManualClock()

  /// An authenticator whose user approves a sheet at once, and an autofill suggestion when the clock advances.
  private func authenticator() -> WatchedAuthenticator {
    WatchedAuthenticator { [pause] ceremony in
      guard ceremony.isAutofill else { return .approve(isVerified: true) }
      do throws(CancellationError) { try await pause.sleep(for: .seconds(1)) } catch { return .deny }
      return .approve(isVerified: true)
    }
  }

  private func signedUp(_ authenticator: WatchedAuthenticator) async throws -> Device {
    let device = try Device(passkeys: authenticator)
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    return device
  }

  private let suggestion = FlowRequest(method: .passkey, passkey: PasskeyOptions(mediation: .conditional))

  @Test func chosenSuggestionSignsIn() async throws {
    let authenticator = authenticator()
    let device = try await signedUp(authenticator)
    let flow = device.client.start(suggestion)
    async let ending = flow.result()
    await pause.waitForSleepers()
    pause.advance(by: .seconds(1))
    guard case .session(let session, isNewUser: false) = try await ending else {
      return #expect(Bool(false), "no session")
    }
    #expect(session.identifier == "jane@example.com")
    #expect(authenticator.options.last?.mediation == .conditional)
  }

  @Test func secondRequestEndsTheFirst() async throws {
    let device = try await signedUp(authenticator())
    let first = device.client.start(suggestion)
    async let ending = first.failure()
    await pause.waitForSleepers()
    let second = device.client.start(suggestion)
    async let outcome = second.result()
    #expect(await ending?.code == .cancelled)
    // The test cannot see which of the two requests sleeps, so it advances the clock until the second request ends.
    let passing = Task { [pause] in
      while !Task.isCancelled {
        pause.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    defer { passing.cancel() }
    guard case .session = try await outcome else { return #expect(Bool(false), "no session") }
  }

  @Test func sheetEndsASuggestion() async throws {
    let device = try await signedUp(authenticator())
    let first = device.client.start(suggestion)
    async let ending = first.failure()
    await pause.waitForSleepers()
    guard case .session = try await device.client.start(FlowRequest(method: .passkey)).result() else {
      return #expect(Bool(false), "no session")
    }
    #expect(await ending?.code == .cancelled)
  }

  @Test func cancelEndsAutofill() async throws {
    let device = try await signedUp(authenticator())
    let flow = device.client.start(suggestion)
    async let ending = flow.failure()
    await pause.waitForSleepers()
    try await device.provider().passkeys.cancel()
    let error = await ending
    #expect(error?.code == .cancelled && error?.authsignalCode == .userCanceled)
    #expect(try device.sandbox.requestCount("verify/passkey") == 0)
  }

  @Test func passesPreferImmediatelyAvailable() async throws {
    let authenticator = authenticator()
    let device = try await signedUp(authenticator)
    for isPreferred in [true, false] {
      let options = PasskeyOptions(preferImmediatelyAvailable: isPreferred)
      _ = try await device.client.start(FlowRequest(method: .passkey, passkey: options)).result()
      #expect(authenticator.options.last?.preferImmediatelyAvailable == isPreferred)
    }
  }
}
