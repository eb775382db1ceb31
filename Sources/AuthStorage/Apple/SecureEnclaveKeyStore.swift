#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
  public import AuthCore
  import CryptoKit
  import Foundation
  import LocalAuthentication

  /// P-256 keys that are made in the Secure Enclave and cannot leave it. The keychain keeps blocks that only this
  /// device's Enclave can open.
  ///
  /// A policy with user presence gives the key an access control: the Enclave releases the key by a biometric, the
  /// passcode, or either. `authorizationLifetime` is limited to the system's five minutes.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  public struct SecureEnclaveKeyStore: KeyStore {
    /// The store's name in references: `secure-enclave`.
    public var id: String { "secure-enclave" }
    /// False: a key cannot be read out of the Enclave.
    public var isExportable: Bool { false }
    /// P-256.
    public var supportedAlgorithms: [KeyAlgorithm] { [.p256] }
    private let items: KeychainItems
    private let marker: FreshInstallMarker?
    private let gate: BiometricGate
    private let random: any RandomSource

    /// The keys of a service.
    ///
    /// - Parameters:
    ///   - service: the service name of the items, by custom the app's bundle identifier.
    ///   - accessGroup: the group of apps and extensions that share them; nil for this app alone.
    ///   - directory: an absolute path in the app's container, which holds the marker of this installation.
    ///   - reason: what the user is told when a key asks for the user, in their language.
    ///   - clock: measures the lifetime of an authorisation.
    ///   - random: the source of keys' names.
    ///   - removesEarlierInstallation: as in `KeychainSessionStore`: nil removes an earlier installation's items only
    ///     where no access group is named.
    public init(
      service: String, accessGroup: String? = nil, directory: String, reason: String,
      clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource(),
      removesEarlierInstallation: Bool? = nil
    ) {
      items = KeychainItems(service: service + ".keys", accessGroup: accessGroup)
      marker = FreshInstallMarker(
        directory: directory + "/keys", accessGroup: accessGroup, isWanted: removesEarlierInstallation)
      gate = BiometricGate(reason: reason, clock: clock)
      self.random = random
    }

    /// Makes a key in the Enclave.
    ///
    /// - Throws: `unsupported` where there is no Enclave, for another algorithm than P-256 or a policy that the device
    ///   cannot keep, or a storage code.
    public func generate(
      _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
    ) async throws(AuthError) -> KeyReference {
      guard algorithm == .p256, SecureEnclave.isAvailable else {
        throw AuthError(
          .unsupported, "The Secure Enclave makes p256 keys only, on devices that have one. Use another key store.")
      }
      let access = try BiometricGate.access(for: policy)
      let record: EnclaveKeyRecord
      do {
        let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        record = EnclaveKeyRecord(
          id: random.token(), namespace: namespace, publicKey: Array(key.publicKey.compressedRepresentation),
          policy: policy, block: Array(key.dataRepresentation))
      } catch {
        throw AuthError(.keyUnavailable, "The Secure Enclave could not create a key.", underlying: "\(type(of: error))")
      }
      try installed().write(record.encoded, for: record.id)
      return record.reference(in: id)
    }

    /// The keys of a namespace. It does not prompt the user.
    public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
      let items = try installed()
      var references: [KeyReference] = []
      for account in try items.accounts() {
        guard let stored = try items.read(account) else { continue }
        let record = try EnclaveKeyRecord(decoding: stored)
        if record.namespace == namespace { references.append(record.reference(in: id)) }
      }
      return references
    }

    /// Signs `message` in the Enclave, and prompts the user if the key requires user presence.
    ///
    /// - Throws: `key_unavailable` when the key is not here or not released, `cancelled` when the user declines,
    ///   `store_locked` before the first unlock, or another storage code.
    public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
      let record = try record(of: key)
      let opened = gate.context(for: record.id, record.policy)
      // The call waits for the user.
      let result = await BlockingThread.run { Self.sign(message, record, opened) }
      guard let result else { throw AuthError(.internalError, "The system could not create a thread to sign on.") }
      if case .failure = result { gate.close(record.id) }
      return try result.get()
    }

    private static func sign(
      _ message: [UInt8], _ record: EnclaveKeyRecord, _ opened: BiometricGate.Opened?
    ) -> Result<[UInt8], AuthError> {
      do {
        let key = try SecureEnclave.P256.Signing.PrivateKey(
          dataRepresentation: Data(record.block), authenticationContext: opened?.context)
        return .success(Array(try key.signature(for: message).rawRepresentation))
      } catch {
        return .failure(BiometricGate.error(error))
      }
    }

    /// Checks whether the key is here. It does not prompt the user.
    ///
    /// - Throws: `key_unavailable` when it is not, `store_locked` before the first unlock, or another storage code.
    public func check(_ key: KeyReference) async throws(AuthError) { _ = try record(of: key) }

    /// Deletes a key.
    public func delete(_ key: KeyReference) async throws(AuthError) {
      guard key.storeID == id else { return }
      try installed().remove(key.keyID)
      gate.close(key.keyID)
    }

    private func record(of key: KeyReference) throws(AuthError) -> EnclaveKeyRecord {
      guard key.storeID == id, let stored = try installed().read(key.keyID) else {
        throw KeyRules.unavailable(key, in: id)
      }
      let record = try EnclaveKeyRecord(decoding: stored)
      guard record.reference(in: id) == key else { throw KeyRules.unavailable(key, in: id) }
      return record
    }

    private func installed() throws(AuthError) -> KeychainItems {
      try marker?.check { () throws(AuthError) in try items.removeAll() }
      return items
    }
  }
#endif
