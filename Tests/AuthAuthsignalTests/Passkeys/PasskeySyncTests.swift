import AuthCore
import AuthSandbox
import AuthTesting
import Testing

@testable import AuthAuthsignal

/// Signals to the authenticator about which passkeys the server accepts.
@Suite struct PasskeySyncTests {
  private func signedUp(
    _ authenticator: WatchedAuthenticator, syncing: Bool = true, _ change: JSONObject = [:]
  ) async throws -> Device {
    var change = change
    change["syncCredentials"] = .bool(syncing)
    let device = try Device(changing: change, passkeys: authenticator)
    let signUp = FlowRequest(identifier: "jane@example.com", purpose: .signUp, method: .passkey)
    _ = try await device.client.start(signUp).result()
    return device
  }

  @Test func signalsTheAcceptedPasskeys() async throws {
    let authenticator = WatchedAuthenticator()
    let device = try await signedUp(authenticator)
    guard case .allAcceptedCredentials("localhost", let handle, let accepted) = authenticator.signals.first else {
      return #expect(Bool(false), "\(authenticator.signals)")
    }
    #expect(handle.count == 32 && accepted.count == 1)
    _ = try await device.client.start(FlowRequest(method: .passkey)).result()
    #expect(
      authenticator.signals.suffix(2) == [
        .allAcceptedCredentials(relyingPartyID: "localhost", userHandle: handle, credentialIDs: accepted),
        .currentUserDetails(
          relyingPartyID: "localhost", userHandle: handle, userName: "jane@example.com",
          displayName: "jane@example.com"),
      ])
  }

  @Test func hidesAPasskeyThatTheServerDoesNotKnow() async throws {
    let authenticator = WatchedAuthenticator()
    let device = try await signedUp(authenticator, syncing: false)
    #expect(authenticator.signals.isEmpty, "no signal is sent unless the configuration enables it")
    device.control("reset", [:])
    let error = await device.client.start(FlowRequest(method: .passkey)).failure()
    #expect(error?.authsignalCode == .unknownCredential)
    guard case .unknownCredential("localhost", let id) = authenticator.signals.first else {
      return #expect(Bool(false), "\(authenticator.signals)")
    }
    #expect(id.count == 32)
    // The authenticator does not offer the passkey again, and the error is not a cancellation.
    let again = await device.client.start(FlowRequest(method: .passkey)).failure()
    #expect(again?.code == .noCredential && again?.vendorCode == nil)
  }

  @Test func sendsNoSignalWithoutTheList() async throws {
    let authenticator = WatchedAuthenticator()
    let device = try await signedUp(authenticator)
    let before = authenticator.signals.count
    // The list is fetched last; the sign-in succeeds anyway.
    device.control("faults", ["match": "/authsignal/v1/client/user-authenticators", "kind": "status", "value": 500])
    let flow = device.client.start(FlowRequest(purpose: .stepUp(action: "pay"), method: .passkey))
    #expect(await flow.failure()?.code == .serverError)
    #expect(authenticator.signals.count == before)
  }
}
