public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// P-256 keys that are made in a TPM 2.0 and cannot leave it. Only this TPM can load the parts that are stored outside
/// it.
///
/// A policy with user presence (`any`, `deviceCredential`) gives the key an authorisation value. `authorization` asks
/// for the value when the key is made and when the key is used. A TPM locks itself for some time after too many wrong
/// values. A TPM has no biometric sensor, so the store refuses the policy `biometric`.
public struct TPMKeyStore: KeyStore {
  /// The store's name in references: `tpm`.
  public var id: String { "tpm" }
  /// False: a key cannot be read out of the TPM.
  public var isExportable: Bool { false }
  /// P-256.
  public var supportedAlgorithms: [KeyAlgorithm] { [.p256] }
  private let tpm: TPM
  private let records: any RecordStore
  private let authorization: (any TPMAuthorization)?
  private let authorizations: TPMAuthorizations
  private let random: any RandomSource

  /// Creates a store for the keys of a TPM.
  ///
  /// - Parameters:
  ///   - tpm: the TPM that makes and uses the keys.
  ///   - records: keeps the parts outside the TPM, in a separate namespace.
  ///   - authorization: asks for authorisation values; if nil, the store refuses policies with user presence.
  ///   - clock: measures how long an authorisation value is kept.
  ///   - random: the source of key IDs.
  public init(
    _ tpm: TPM, records: any RecordStore, authorization: (any TPMAuthorization)? = nil,
    clock: any AuthClock = SystemClock(), random: any RandomSource = SystemRandomSource()
  ) {
    self.tpm = tpm
    self.records = records.namespaced("tpm-keys")
    self.authorization = authorization
    authorizations = TPMAuthorizations(clock: clock)
    self.random = random
  }

  /// Makes a key in the TPM.
  ///
  /// - Throws: `unsupported` for an algorithm other than P-256, for the policy `biometric`, and for user presence
  ///   without `authorization`; `cancelled` when the user declines or enters nothing; `key_unavailable` when the TPM
  ///   cannot be reached or fails; `internal` when no thread can be created, the TPM returns an invalid key, or the
  ///   random ID of the new key is already in use; the errors of `authorization`; or a storage code.
  public func generate(
    _ algorithm: KeyAlgorithm, policy: KeyPolicy, namespace: String
  ) async throws(AuthError) -> KeyReference {
    guard algorithm == .p256 else {
      throw AuthError(
        .unsupported, "A TPM key store does not support \(algorithm.rawValue) keys. Use p256, or another key store.")
    }
    guard policy.userPresence != .biometric else {
      throw AuthError(
        .unsupported, "A TPM cannot verify biometrics. Use userPresence 'deviceCredential', which asks for a PIN.")
    }
    let value = try await authorizationValue(
      TPMAuthorizationRequest(namespace: namespace, key: nil, policy: policy))
    let made = try await tpm.makeKey(authorization: value.map(Self.derived))
    let record = TPMKeyRecord(
      id: random.token(), namespace: namespace, publicKey: try Self.compressed(made.point), policy: policy,
      object: made.object)
    guard try await records.write(record.encoded, for: record.id, expecting: nil) != nil else {
      throw AuthError(
        .internalError,
        "The random ID of a new key is the ID of a stored key. Check that the random source does not repeat values, "
          + "and try again.")
    }
    if let value { authorizations.keep(value, of: record.id, for: policy) }
    return record.reference(in: id)
  }

  /// Returns the keys of a namespace, without a call to the TPM.
  ///
  /// - Throws: a storage code, even if only a key of another namespace cannot be read.
  public func keys(in namespace: String) async throws(AuthError) -> [KeyReference] {
    var references: [KeyReference] = []
    for name in try await records.keys() {
      guard let stored = try await records.read(name) else { continue }
      let record = try TPMKeyRecord(decoding: stored.value)
      if record.namespace == namespace { references.append(record.reference(in: id)) }
    }
    return references
  }

  /// Signs `message` in the TPM.
  ///
  /// - Throws: `key_unavailable` when the key or its TPM is missing, the authorisation value is wrong or the TPM is
  ///   locked; `unsupported` when there is no `authorization` to ask for the value; `cancelled` when the user declines
  ///   or enters nothing; `internal` when no thread can be created; the errors of `authorization`; or a storage
  ///   code.
  public func sign(_ message: [UInt8], with key: KeyReference) async throws(AuthError) -> [UInt8] {
    let record = try await record(of: key)
    var value: Secret?
    if record.policy.userPresence != .none {
      value = authorizations.value(of: record.id)
      if value == nil {
        value = try await authorizationValue(
          TPMAuthorizationRequest(namespace: record.namespace, key: key, policy: record.policy))
      }
    }
    do throws(AuthError) {
      let signature = try await tpm.sign(
        Array(SHA256.hash(data: message)), with: record.object, authorization: value.map(Self.derived))
      if let value { authorizations.keep(value, of: record.id, for: record.policy) }
      return signature
    } catch {
      authorizations.forget(record.id)
      throw error
    }
  }

  /// Checks that the TPM can load the key.
  ///
  /// - Throws: `key_unavailable` when the key or its TPM is missing, `internal` when no thread can be created, or a
  ///   storage code.
  public func check(_ key: KeyReference) async throws(AuthError) {
    try await tpm.check(try await record(of: key).object)
  }

  /// Deletes a key's record. Without the record, the TPM can never load the key again. The call does nothing for a key
  /// of another store.
  ///
  /// - Throws: a storage code.
  public func delete(_ key: KeyReference) async throws(AuthError) {
    guard key.storeID == id else { return }
    try await records.remove(key.keyID, expecting: nil)
    authorizations.forget(key.keyID)
  }

  private func record(of key: KeyReference) async throws(AuthError) -> TPMKeyRecord {
    guard key.storeID == id else {
      throw AuthError(
        .keyUnavailable,
        "The key is in the store '\(key.storeID)', not in '\(id)'. Use the store that created the key.")
    }
    guard let stored = try await records.read(key.keyID) else { throw missingKey }
    let record = try TPMKeyRecord(decoding: stored.value)
    guard record.reference(in: id) == key else { throw missingKey }
    return record
  }

  private var missingKey: AuthError {
    AuthError(.keyUnavailable, "The store '\(id)' no longer has this key. Sign in again to create a new key.")
  }

  private func authorizationValue(_ request: TPMAuthorizationRequest) async throws(AuthError) -> Secret? {
    guard request.policy.userPresence != .none else { return nil }
    guard let authorization else {
      throw AuthError(
        .unsupported,
        "This program cannot ask a user for the authorisation value that userPresence "
          + "'\(request.policy.userPresence.rawValue)' needs. Set storage.tpm.authorization, or create the key with "
          + "userPresence 'none'.")
    }
    guard let value = try await authorization.value(for: request), !value.isEmpty else { throw .cancelled }
    return value
  }

  /// Returns the value that the TPM gets (DESIGN D6): the SHA-256 of the user's text, so that a text of any length
  /// works (a TPM accepts at most 32 bytes). A last byte of 0 becomes 1, because a TPM strips trailing zeros.
  static func derived(_ value: Secret) -> Secret {
    var bytes = value.withBytes { Array(SHA256.hash(data: $0)) }
    defer { Wiping.wipe(&bytes) }
    if bytes[31] == 0 { bytes[31] = 1 }
    return Secret(bytes)
  }

  private static func compressed(_ point: [UInt8]) throws(AuthError) -> [UInt8] {
    do {
      return Array(try P256.Signing.PublicKey(x963Representation: [4] + point).compressedRepresentation)
    } catch {
      throw AuthError(
        .internalError, "The TPM returned an invalid public key. Report this to Latchkey's maintainers.",
        underlying: "\(error)")
    }
  }
}
