import AuthCore

extension ProviderServices {
  /// The services of a preview's flow, which uses none of them but the clock.
  static func preview(_ clock: any AuthClock) -> ProviderServices {
    let nothing = PreviewServices()
    return ProviderServices(transport: nothing, keys: KeyRing(nothing), records: nothing, clock: clock)
  }
}

/// A transport, a key store and a record store that do nothing.
private struct PreviewServices: HTTPTransport, KeyStore, RecordStore {
  private static let refusal = AuthError(.unsupported, "Previews send and store nothing.")

  let id = "preview"
  let supportedAlgorithms: [KeyAlgorithm] = []
  let isExportable = false

  func send(_ request: TransportRequest) async throws(AuthError) -> TransportResponse { throw Self.refusal }

  func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    throw Self.refusal
  }
  func keys(in namespace: String) async throws(AuthError) -> [KeyReference] { [] }
  func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] { throw Self.refusal }
  func delete(_ key: KeyReference) async throws(AuthError) {}

  func read(_ key: String) async throws(AuthError) -> Record? { nil }
  func write(_ value: Secret, for key: String, expecting expected: UInt64?) async throws(AuthError) -> UInt64? {
    throw Self.refusal
  }
  func remove(_ key: String, expecting expected: UInt64?) async throws(AuthError) -> Bool { false }
  func keys() async throws(AuthError) -> [String] { [] }
  func withLock<Result: Sendable>(
    on name: String, _ body: @Sendable () async throws(AuthError) -> Result
  ) async throws(AuthError) -> Result {
    try await body()
  }
  func namespaced(_ name: String) -> any RecordStore { self }
}
