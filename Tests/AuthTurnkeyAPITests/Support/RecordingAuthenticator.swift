import AuthCore
import AuthPasskey
import AuthStorage

/// A software authenticator that records its requests, and whose user can be made to refuse.
final class RecordingAuthenticator: PasskeyAuthenticator {
  private struct State {
    var creations: [PasskeyCreationRequest] = []
    var assertions: [PasskeyAssertionRequest] = []
    var refusal: AuthError?
  }

  private let inner = SoftwarePasskeyAuthenticator(
    keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: UnattendedConsent.verified)
  private let state = Locked(State())

  var creations: [PasskeyCreationRequest] { state.withLock { $0.creations } }
  var assertions: [PasskeyAssertionRequest] { state.withLock { $0.assertions } }
  func refuse(_ error: AuthError?) { state.withLock { $0.refusal = error } }

  func isAvailable() async -> Bool { true }

  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    state.withLock { $0.creations.append(request) }
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    return try await inner.create(request)
  }

  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
    state.withLock { $0.assertions.append(request) }
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    return try await inner.get(request)
  }

  func cancel() async {}
}
