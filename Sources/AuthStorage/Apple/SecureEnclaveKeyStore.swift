#if canImport(Security) && canImport(CryptoKit) && canImport(LocalAuthentication)
  public import AuthCore
  import CryptoKit
  import Foundation
  import LocalAuthentication

  /// P-256 keys that are made in the Secure Enclave and cannot leave it. The keychain stores each key as a block that
  /// only the Enclave of this device can open.
  ///
  /// A policy with user presence gives the key an access control: the Enclave uses the key only after a biometric check
  /// (`biometric`), the entry of the passcode (`deviceCredential`), or one of the two (`any`). The system limits
  /// `authorizationLifetime` to five minutes.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  public struct SecureEnclaveKeyStore: KeyStore {
    /// The store's name in references: `secure-enclave`.
    public var id: String { "secure-enclave" }
    /// False, because the Enclave never exports a private key.
    public var isExportable: Bool { false }
    /// P-256 only.
    public var supportedAlgorithms: [KeyAlgorithm] { [.p256] }
    private let items: KeychainItems
    private let marker: FreshInstallMarker?
    private let gate: BiometricGate
    private let random: any RandomSource
    private let accessibility: KeyAccessibility?

    /// Creates the key store of a service.
    ///
    /// - Parameters:
    ///   - service: the service name of the items, usually the app's bundle identifier.
    ///   - accessGroup: the access group of the apps and extensions that share the items; nil for this app alone.
    ///   - directory: an absolute path in the app's container. The directory holds the marker of this installation.
    ///   - reason: the text that the system shows when it prompts the user for a key, in the user's language.
    ///   - clock: measures the lifetime of an authorisation.
    ///   - random: the source of key ids.
    ///   - removesEarlierInstallation: whether the first use removes the items of an earlier installation, as in
    ///     `KeychainSessionStore`; nil means true without an access group, and false with an access group.
    ///   - accessibility: when new keys can be used; nil for `whenPasscodeSet` if the key's policy requires user
    ///     presence, and `afterFirstUnlock` if not. A key that cannot be used now is `key_unavailable`.
    public init(
      service: String, accessGroup: String? = nil, directory: String, reason: String,
      clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource(),
      removesEarlierInstallation: Bool? = nil, accessibility: KeyAccessibility? = nil
    ) {
      self.accessibility = accessibility
      items = KeychainItems(service: service + ".keys", accessGroup: accessGroup)
      marker = FreshInstallMarker(
        directory: directory + "/keys", accessGroup: accessGroup, isWanted: removesEarlierInstallation)
      gate = BiometricGate(reason: reason, clock: clock)
      self.random = random
    }

    /// Makes a key in the Enclave.
    ///
    /// - Throws: `unsupported` if the device has no Enclave, if the algorithm is not P-256, or if the device cannot
    ///   enforce the policy; `key_unavailable` if the Enclave cannot create the key; or a storage code.
    public func generate(
      _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
    ) async throws(AuthError) -> KeyReference {
      guard algorithm == .p256, SecureEnclave.isAvailable else {
        throw AuthError(
          .unsupported,
          "The Secure Enclave cannot create this key: it creates only p256 keys, and some devices have no Enclave. "
            + "Request a p256 key, or use another key store.")
      }
      let access = try BiometricGate.access(for: policy, accessibility)
      let record: EnclaveKeyRecord
      do {
        let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
        record = EnclaveKeyRecord(
          id: random.token(), namespace: namespace, publicKey: Array(key.publicKey.compressedRepresentation),
          policy: policy, block: Array(key.dataRepresentation))
      } catch {
        throw AuthError(
          .keyUnavailable, "The Secure Enclave could not create a key. Try again, or use another key store.",
          underlying: "\(type(of: error))")
      }
      try installed().write(record.encoded, for: record.id)
      return record.reference(in: id)
    }

    /// Lists the keys of a namespace. The call does not prompt the user.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code, even if only a key of another
    ///   namespace cannot be read.
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
    /// - Throws: `key_unavailable` if the store does not have the key or the Enclave cannot use it, `cancelled` if the
    ///   user declines, `store_locked` before the first unlock, `internal` if the system cannot create a thread,
    ///   or another storage code.
    public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
      let record = try record(of: key)
      let opened = gate.context(for: record.id, record.policy)
      // Sign on a separate thread, because the call blocks until the user responds.
      let result = await BlockingThread.run { Self.sign(message, record, opened) }
      guard let result else {
        throw AuthError(
          .internalError,
          "The system could not create a thread for signing, because no memory is left or the limit on threads is "
            + "reached. Stop other work of the app, and try again.")
      }
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

    /// Checks whether the store has the key. The call does not prompt the user.
    ///
    /// - Throws: `key_unavailable` if the store does not have the key, `store_locked` before the first unlock, or
    ///   another storage code.
    public func check(_ key: KeyReference) async throws(AuthError) { _ = try record(of: key) }

    /// Deletes a key. The call does nothing for a key of another store.
    ///
    /// - Throws: `store_locked` before the first unlock, or another storage code.
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
