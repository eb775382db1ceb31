import AuthCore
import AuthPasskey
import AuthStorage

/// A software authenticator that records its requests and signals.
final class WatchedAuthenticator: PasskeyAuthenticator {
  private let next: SoftwarePasskeyAuthenticator
  private let makesInPassing: Bool
  private let state = Locked<(options: [PasskeyOptions], signals: [PasskeySignal])>(([], []))

  /// - Parameters:
  ///   - consent: The user's decision in each ceremony.
  ///   - makesInPassing: Whether the authenticator makes passkeys with the mediation `conditional`, which the software
  ///     authenticator does not support.
  init(consent: @escaping PasskeyConsent = UnattendedConsent.verified, makesInPassing: Bool = false) {
    self.makesInPassing = makesInPassing
    next = SoftwarePasskeyAuthenticator(keys: MemoryKeyStore(), records: MemoryRecordStore(), consent: consent)
  }

  var options: [PasskeyOptions] { state.withLock { $0.options } }
  var signals: [PasskeySignal] { state.withLock { $0.signals } }

  func isAvailable() async -> Bool { await next.isAvailable() }
  func isAutofillAvailable() async -> Bool { await next.isAutofillAvailable() }
  func cancel() async { await next.cancel() }

  func create(_ request: PasskeyCreationRequest) async throws(AuthError) -> PasskeyRegistration {
    state.withLock { $0.options.append(request.options) }
    var request = request
    if makesInPassing { request.options.mediation = .modal }
    return try await next.create(request)
  }

  func get(_ request: PasskeyAssertionRequest) async throws(AuthError) -> PasskeyAssertion {
    state.withLock { $0.options.append(request.options) }
    return try await next.get(request)
  }

  func signal(_ signal: PasskeySignal) async throws(AuthError) {
    state.withLock { $0.signals.append(signal) }
    try await next.signal(signal)
  }
}
