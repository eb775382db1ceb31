#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
  public import AuthCore
  import CryptoKit
  import Foundation
  import LocalAuthentication

  /// P-256 keys that are made in the Secure Enclave and cannot leave it. The keychain keeps blocks that this device's
  /// Enclave alone can open.
  ///
  /// A policy that asks for a person gives the key an access control: the Enclave itself releases it, by a biometric, the
  /// passcode, or either; `authorizationLifetime` is kept up to the system's five minutes.
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
    ///   - service: what the items are filed under: by custom the app's bundle identifier.
    ///   - accessGroup: the group of apps and extensions that share them; nil for this app alone.
    ///   - directory: an absolute path in the app's container: the mark of this installation lies there.
    ///   - reason: what the person is told when a key takes one, in their language.
    ///   - clock: what the lifetime of an authorisation is measured by.
    ///   - random: where keys' names come from.
    ///   - removesEarlierInstallation: as in `KeychainSessionStore`: nil removes what an earlier installation left only
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
          .unsupported, "The Secure Enclave makes p256 keys, on devices that have one; use another key store.")
      }
      let access = try BiometricGate.access(for: policy)
      let record: EnclaveKeyRecord
      do {
        let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        record = EnclaveKeyRecord(
          id: random.token(), namespace: namespace, publicKey: Array(key.publicKey.compressedRepresentation),
          policy: policy, block: Array(key.dataRepresentation))
      } catch {
        throw AuthError(.keyUnavailable, "The Secure Enclave made no key.", underlying: "\(type(of: error))")
      }
      try installed().write(record.encoded, for: record.id)
      return record.reference(in: id)
    }

    /// The keys of a namespace. The user is not asked.
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

    /// Signs `message` in the Enclave, and asks the person where the key takes one.
    ///
    /// - Throws: `key_unavailable` when the key is not here or not released, `cancelled` when the person declines,
    ///   `store_locked` before the first unlock, or another storage code.
    public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
      let record = try record(of: key)
      let opened = gate.context(for: record.id, record.policy)
      // The call waits for the person.
      let result = await BlockingThread.run { Self.sign(message, record, opened) }
      guard let result else { throw AuthError(.internalError, "There is no thread to be had to sign on.") }
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

    /// Checks whether the key is here. The user is not asked.
    ///
    /// - Throws: `key_unavailable` when it is not, `store_locked` before the first unlock, or another storage code.
    public func check(_ key: KeyReference) async throws(AuthError) { _ = try record(of: key) }

    /// Forgets a key.
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
