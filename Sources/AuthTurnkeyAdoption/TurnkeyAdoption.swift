public import AuthAdoption
public import AuthCore
import AuthTurnkey

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes over the sessions that the vendor's Swift SDK (2.0 and later) opened on this device.
///
/// The storage plug-in `.adopted(from:)` uses a key in the Secure Enclave without copying it. A key in the keychain is
/// copied into the client's key store. Without that plug-in, if the client's store does not accept keys, or if the SDK
/// kept no token (version 2), the old key stamps one login instead, and the session gets a new key.
///
/// ```swift
/// let old = AppleSDKStorage()
/// let auth = try AuthClient(configuration: configuration, plugins: [.turnkey], storage: [.adopted(from: old)])
/// try await auth.adopt(TurnkeyAdoption(from: old))
/// ```
public struct TurnkeyAdoption: SDKAdoption {
  private let storage: any SDKStorage
  private let keepsOld: Bool

  /// Creates the adoption.
  ///
  /// - Parameters:
  ///   - storage: where the SDK stored its data.
  ///   - keepsOld: whether the SDK's data and keys stay after their session was taken over, so that an earlier version
  ///     of the app still works. If they stay, do not run the SDK in addition to this package: the SDK deletes and
  ///     replaces the keys of its sessions.
  public init(from storage: any SDKStorage, keepsOld: Bool = false) {
    self.storage = storage
    self.keepsOld = keepsOld
  }

  /// Takes the sessions over, and selects the one that the SDK had selected, unless a session is selected already.
  ///
  /// - Throws: `invalid_request` if the instance is not of this vendor; the errors of `AuthClient.provider(_:)`; a
  ///   storage code.
  public func run(for auth: AuthClient, provider id: ProviderID?) async throws(AuthError) -> AdoptionReport {
    let provider = try auth.provider(id, as: TurnkeyProvider.self, vendor: "Turnkey")
    return try await AdoptionMarks(provider.services.records).exclusively { () async throws(AuthError) in
      try await run(auth, provider)
    }
  }

  private func run(_ auth: AuthClient, _ provider: TurnkeyProvider) async throws(AuthError) -> AdoptionReport {
    let stored = try await StoredSDKSessions(storage)
    try await noteUse(provider, auth)
    var report = AdoptionReport()
    for session in stored.sessions {
      let outcome = try await outcome(
        of: session, isWanted: session.name == stored.selected, provider, auth)
      report.add(session.name, outcome)
      try await clean(up: session, outcome, provider)
    }
    if !keepsOld { try await StoredSDKSessions.removeLists(from: storage, keeping: stored, provider.services) }
    return report
  }

  private func outcome(
    of stored: StoredSDKSession, isWanted: Bool, _ provider: TurnkeyProvider, _ auth: AuthClient
  ) async throws(AuthError) -> AdoptionReport.Outcome {
    let marks = AdoptionMarks(provider.services.records)
    switch try await marks.mark(of: stored.markName) {
    case .done: return .known
    case .stored(let id):
      if let session = try await auth.sessions().first(where: { $0.id == id }) {
        return try await settle(session, stored, isWanted: isWanted, provider, auth) ?? .known
      }
      // The user has signed out since.
      try await marks.set(.done, for: stored.markName)
      return .known
    case .begun(let id):
      // An earlier run was interrupted. If it had stored the session, its remaining steps follow now.
      if let session = try await auth.sessions().first(where: { $0.id == id }) {
        return try await settle(session, stored, isWanted: isWanted, provider, auth) ?? .known
      }
      // The user has signed out since.
      if try await auth.histories(provider: provider.id).contains(where: { $0.entries.contains { $0.session == id } }) {
        try await marks.set(.done, for: stored.markName)
        return .known
      }
    case nil: break
    }
    guard stored.expiresAt > provider.services.clock.now() else {
      return .useless(
        AuthError(.sessionExpired, "The session '\(stored.name)' of the vendor's SDK has expired. Sign in again."))
    }
    let session: Session
    do throws(AuthError) {
      session = try await opened(stored, provider)
    } catch  where error.code != .cancelled && error.code.kind != .storage {
      return .failed(error)
    }
    try await marks.set(.begun(session.id), for: stored.markName)
    let adopted = try await auth.importSession(session)
    try await marks.set(.stored(adopted.id), for: stored.markName)
    return try await settle(adopted, stored, isWanted: isWanted, provider, auth) ?? .session(adopted)
  }

  /// Selects the stored session, if it is wanted, and marks the entry.
  ///
  /// - Returns: the failure if the session's key is gone; otherwise nil.
  private func settle(
    _ session: Session, _ stored: StoredSDKSession, isWanted: Bool, _ provider: TurnkeyProvider, _ auth: AuthClient
  ) async throws(AuthError) -> AdoptionReport.Outcome? {
    if isWanted, try await isUntouched(provider, auth) { try await auth.select(session.id) }
    do throws(AuthError) {
      try await confirm(session, provider)
    } catch  where error.code == .keyUnavailable {
      return .failed(error)
    }
    try await AdoptionMarks(provider.services.records).set(.done, for: stored.markName)
    return nil
  }

  /// Marks that a user has signed in with this client, because the history of the user can be deleted.
  private func noteUse(_ provider: TurnkeyProvider, _ auth: AuthClient) async throws(AuthError) {
    let marks = AdoptionMarks(provider.services.records)
    guard try await marks.mark(of: Self.use) == nil else { return }
    let isUsed = try await auth.sessions().contains {
      $0.providerID == provider.id && $0.tags[TurnkeyProvider.adoptedKeyTag] == nil
    }
    if isUsed { try await marks.set(.done, for: Self.use) }
  }

  private static let use = "turnkey.signed-in-here"

  /// Whether no session is selected, and no user has signed in or out with this client. A sign-in or sign-out with this
  /// client is newer than the SDK's selection.
  private func isUntouched(_ provider: TurnkeyProvider, _ auth: AuthClient) async throws(AuthError) -> Bool {
    guard try await auth.storedSession(provider: provider.id) == nil,
      try await AdoptionMarks(provider.services.records).mark(of: Self.use) == nil
    else { return false }
    let adopted = Set(
      try await auth.sessions().filter { $0.tags[TurnkeyProvider.adoptedKeyTag] != nil }.map(\.id))
    let histories = try await auth.histories(provider: provider.id)
    return histories.allSatisfy { $0.entries.allSatisfy { adopted.contains($0.session) } }
  }

  /// The session, with a key that this client can use. Nothing of the SDK is changed.
  private func opened(
    _ stored: StoredSDKSession, _ provider: TurnkeyProvider
  ) async throws(AuthError) -> Session {
    guard let key = try await SDKSessionKey(of: stored, in: storage) else {
      throw AuthError(
        .keyUnavailable,
        "This device no longer has the key of the session '\(stored.name)', for example because the preferences come "
          + "from a backup of another device. Sign in again.")
    }
    if let token = stored.token, let takeOver = takingOver(key, of: stored, provider.services.keys) {
      return try await provider.adopt(
        token: token, publicKey: stored.publicKey, name: stored.name, seconds: seconds(of: stored, provider),
        takeOver: takeOver)
    }
    return try await provider.adopt(
      publicKey: stored.publicKey, organizationID: stored.organizationID, name: stored.name,
      seconds: stored.refreshSeconds, stampedBy: try stamper(key, of: stored))
  }

  /// The lifetime that renewals request. The SDK stores a few seconds less than the app asked for. Without a stored
  /// lifetime, the rest of the token's lifetime may be short, and the configured one may be shorter than the session's.
  private func seconds(of stored: StoredSDKSession, _ provider: TurnkeyProvider) -> Int {
    let configured = provider.configuration.sessionExpirationSeconds
    guard let asked = stored.refreshSeconds else {
      return max(configured, Int(stored.expiresAt.timeIntervalSince(provider.services.clock.now())))
    }
    return (configured - 5..<configured).contains(asked) ? configured : asked
  }

  private typealias TakeOver = (_ id: SessionID, _ namespace: String) async throws(AuthError) -> KeyReference

  /// Takes a key over into the client's key stores; nil if none of them can use it.
  private func takingOver(_ key: SDKSessionKey, of stored: StoredSDKSession, _ keys: KeyRing) -> TakeOver? {
    switch key {
    case .enclave:
      guard let store = AdoptedKeyStore(in: keys) else { return nil }
      return { (id, namespace) async throws(AuthError) in
        try await store.adopt(stored.publicKey, namespace: namespace, name: id.rawValue)
      }
    case .software(let scalar):
      guard let store = keys.primary as? any KeyImporting else { return nil }
      return { (_, namespace) async throws(AuthError) in
        try await store.importKey(scalar, .p256, namespace: namespace)
      }
    }
  }

  private func stamper(_ key: SDKSessionKey, of stored: StoredSDKSession) throws(AuthError) -> any Stamper {
    switch key {
    case .enclave: return SDKStamper(publicKey: stored.publicKey, storage: storage)
    case .software(let scalar):
      return try APIKeyStamper(
        publicKeyHex: Hex.encode(stored.publicKey), privateKeyHex: scalar.withBytes { Secret(Hex.encode($0)) })
    }
  }

  /// From here on, the session's end also removes the SDK's key, unless the SDK's data is kept.
  private func confirm(_ session: Session, _ provider: TurnkeyProvider) async throws(AuthError) {
    guard !keepsOld, let key = session.key, key.storeID == AdoptedKeyStore.name,
      let store = AdoptedKeyStore(in: provider.services.keys)
    else { return }
    try await store.confirm(key)
  }

  /// Removes the SDK's data of a session that is stored here, or has expired, with its key. A key in the Enclave that
  /// the session uses stays until its first renewal. The record is removed last, because a later run finds the other
  /// entries by the record.
  private func clean(
    up stored: StoredSDKSession, _ outcome: AdoptionReport.Outcome, _ provider: TurnkeyProvider
  ) async throws(AuthError) {
    if keepsOld { return }
    if case .failed = outcome { return }
    for item in try await SDKSessionKey.passwords(of: stored.publicKey, in: storage) { try await storage.remove(item) }
    // Without the plug-in, it is not known whether a session uses the key.
    let store = AdoptedKeyStore(in: provider.services.keys)
    let isUsed = try await store?.confirmUses(of: stored.publicKey)
    if isUsed == false || outcome.needsNoKey { try await storage.removeKey(stored.publicKey) }
    try await storage.removePreference(stored.name)
  }
}

extension AdoptionReport.Outcome {
  /// Whether the SDK's key is certainly not used: the session has expired, or has another key.
  fileprivate var needsNoKey: Bool {
    switch self {
    case .useless: true
    case .session(let session): session.key?.storeID != AdoptedKeyStore.name
    case .stored, .known, .failed: false
    }
  }
}

extension StoredSDKSession {
  /// The name of the mark that the session was taken over.
  var markName: String { Self.markName(publicKey) }

  /// The name of the mark of the session with a key.
  static func markName(_ publicKey: [UInt8]) -> String { "turnkey." + Hex.encode(publicKey) }
}
