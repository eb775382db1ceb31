import AuthCore

/// The device records and keys of one provider instance, and their use in flows.
struct HawcxDevices: Sendable {
  let providerID: ProviderID
  let configuration: HawcxConfiguration
  let services: ProviderServices

  /// The error codes with which the server rejects the stored enrolment. The enrolment is then deleted, and the next
  /// flow enrols the device again (H54).
  static let fatalCodes: Set = [
    "device_not_found", "decryption_failed", "invalid_challenge", "invalid_signature", "info_mismatch",
    "info_string_mismatch",
  ]

  func scope(_ identifier: String) -> HawcxDeviceScope {
    HawcxDeviceScope(configID: configuration.configID, appID: configuration.deviceAppID, identifier: identifier)
  }

  /// The credentials for starting a flow; nil if enrolment is off, if the server has not confirmed this device's
  /// enrolment, or if the store of its key is not open.
  func credentials(for identifier: String) async throws(AuthError) -> HawcxDeviceCredentials? {
    guard configuration.enrollsDevices else { return nil }
    guard let record = try await record(for: identifier), record.state == .active else { return nil }
    do throws(AuthError) {
      _ = try services.keys.store(of: record.key)
    } catch {
      return nil
    }
    return record.credentials
  }

  /// The device information; nil if the configuration does not enable it. The first call generates the installation's
  /// ID and stores it.
  func information(for identifier: String, signals: JSONObject) async throws(AuthError) -> HawcxDeviceInformation? {
    guard configuration.sendsDeviceInformation else { return nil }
    var installation = try await sealed(at: Self.installationKey)
    if installation == nil {
      let fresh = Secret(services.random.token())
      try await services.records.replace(fresh, for: Self.installationKey)
      installation = fresh
    }
    return HawcxDeviceInformation(
      installation: installation?.revealText() ?? "", scope: scope(identifier), signals: signals)
  }

  /// Creates a key and a pending record, which replace earlier ones.
  ///
  /// - Throws: `unsupported` if enrolment is off, or if the project requires another scheme or a key that the key store
  ///   cannot create; `forbidden` for a domain that is not the project's; the errors of the record store and the key
  ///   store.
  func enrol(_ setup: HawcxDeviceSetup, identifier: String) async throws(AuthError) -> HawcxDeviceCredentials {
    try checkEnrolment()
    try check(domain: setup.domain)
    try check(algorithm: setup.algorithm)
    guard setup.version == HawcxDeviceLayout.version else { throw Self.unknownScheme }
    guard services.keys.primary.supportedAlgorithms.contains(.ed25519) else {
      throw AuthError(
        .unsupported,
        "The vendor's device proofs use Ed25519, and this key store cannot create Ed25519 keys. Set "
          + "storage.keys to another store, or \(Self.switchOff).",
        recovery: .abort, vendorCode: "device_algorithm_unsupported")
    }
    try await forget(identifier)
    let key = try await services.keys.generate(.ed25519, namespace: keyNamespace)
    let root = Secret(services.random.bytes(32))
    let layout = configuration.deviceLayout
    let salt = try layout.sealedSalt(root: root, domain: setup.domain, nonce: services.random.bytes(12))
    let keyset = try layout.keyset(
      publicKey: key.publicKey, salt: salt, root: root, nonce: services.random.bytes(12))
    let record = HawcxDeviceRecord(key: key, root: root, keyset: Base64.encode(keyset), domain: setup.domain)
    try await services.records.replace(record.sealed, for: scope(identifier).recordKey)
    return record.credentials
  }

  /// Returns the action that answers a challenge.
  ///
  /// - Throws: `key_unavailable` if the challenge does not belong to this device's enrolment, which is then deleted;
  ///   `unsupported` if enrolment is off, or for another scheme; `forbidden` for a domain that is not the project's;
  ///   the errors of the record store and the key store.
  func prove(_ challenge: HawcxDeviceChallenge, identifier: String) async throws(AuthError) -> HawcxAction {
    try checkEnrolment()
    try check(domain: challenge.domain)
    try check(algorithm: challenge.algorithm)
    let layout = configuration.deviceLayout
    // INFER H55: the returned salt shows whether the challenge belongs to this device's enrolment.
    guard let record = try await record(for: identifier), record.domain == challenge.domain,
      layout.isOwn(salt: challenge.salt, root: record.root, domain: record.domain)
    else {
      try await heal(identifier)
      throw AuthError(
        .keyUnavailable, "The server's challenge does not belong to this device's enrolment. Sign in again.",
        recovery: .restart, vendorCode: "decryption_failed")
    }
    let message = layout.message(challenge: challenge.challenge, domain: challenge.domain)
    let signature = try await services.keys.sign(layout.signed(message), with: record.key)
    return .submitSignature(
      keyID: challenge.keyID, signature: Base64.encode(signature), message: Base64.encode(message))
  }

  /// Records that the server has accepted the proof. From then on, flows start with this enrolment.
  func confirm(_ identifier: String) async throws(AuthError) {
    guard var record = try await record(for: identifier), record.state != .active else { return }
    record.state = .active
    try await services.records.replace(record.sealed, for: scope(identifier).recordKey)
  }

  /// Deletes an enrolment that the server rejects. The next flow enrols the device again. Repeated losses are reported
  /// to the observer, because the user sees only repeated prompts for a code.
  func heal(_ identifier: String) async throws(AuthError) {
    let scope = scope(identifier)
    try await forget(identifier)
    var history = HawcxDeviceHistory(try await sealed(at: scope.historyKey))
    let isUnstable = history.cleared(at: services.clock.now())
    try await services.records.replace(history.sealed, for: scope.historyKey)
    if isUnstable { services.observer.record(.step(provider: providerID, name: "device_trust_unstable")) }
  }

  /// Records whose enrolment it is, unless that is known.
  func adopt(_ identifier: String, by owner: String) async throws(AuthError) {
    guard var record = try await record(for: identifier), record.owner == nil else { return }
    record.owner = owner
    try await services.records.replace(record.sealed, for: scope(identifier).recordKey)
  }

  /// Every enrolment of the instance. The owner of a damaged record is not known.
  func kept(of identifiers: [String]) async throws(AuthError) -> [KeptCredential] {
    let named = identifiers.map { scope($0).recordKey }
    var kept: [KeptCredential] = []
    for name in try await services.records.readableKeys() where name.hasPrefix(HawcxDeviceScope.recordPrefix) {
      let record = try await record(at: name)
      kept.append(
        KeptCredential(
          name: name, mark: record.map { Hex.encode($0.key.publicKey) } ?? "", owner: record?.owner,
          isNamed: named.contains(name)))
    }
    return kept
  }

  /// Deletes one user's enrolment on this device.
  func forget(_ identifier: String) async throws(AuthError) {
    try await forget(recordKey: scope(identifier).recordKey)
  }

  /// Deletes every enrolment of the instance.
  func forgetAll() async throws(AuthError) {
    for name in try await services.records.keys() where name.hasPrefix(HawcxDeviceScope.recordPrefix) {
      try await forget(recordKey: name)
    }
  }

  func forget(recordKey: String) async throws(AuthError) {
    let record = try await record(at: recordKey)
    // Delete the record first: a key without a record is only a leftover, but a record without its key breaks the next
    // start.
    try await services.records.remove(recordKey, expecting: nil)
    guard let record else { return }
    do throws(AuthError) {
      try await services.keys.delete(record.key)
    } catch {
      // A key store that is not open in this process keeps the key, but no record refers to the key.
      guard error.code == .keyUnavailable else { throw error }
    }
  }

  private func record(for identifier: String) async throws(AuthError) -> HawcxDeviceRecord? {
    try await record(at: scope(identifier).recordKey)
  }

  private func record(at key: String) async throws(AuthError) -> HawcxDeviceRecord? {
    try await sealed(at: key).flatMap { HawcxDeviceRecord(sealed: $0) }
  }

  /// Reads a record. A damaged record is treated as missing: the device is enrolled again, and the user has to enter a
  /// code again.
  private func sealed(at key: String) async throws(AuthError) -> Secret? {
    do throws(AuthError) {
      return try await services.records.read(key)?.value
    } catch {
      guard error.code == .storeCorrupt else { throw error }
      return nil
    }
  }

  /// The record key of this installation's generated ID.
  private static let installationKey = "installation"

  private var keyNamespace: String { "\(providerID)/device" }

  /// Checks that the domain is the project's ID, which is the client ID (H40). Otherwise, the server could request a
  /// proof for another project and relay the proof to that project. Without a configured client ID, every domain is
  /// accepted.
  private func check(domain: String) throws(AuthError) {
    guard let expected = configuration.clientID, domain != expected else { return }
    throw AuthError(
      .forbidden, "The server asks for a device proof for another project. Set clientId to the project's id.",
      recovery: .abort, vendorCode: "device_domain_mismatch")
  }

  private func check(algorithm: String) throws(AuthError) {
    guard HawcxDeviceLayout.algorithms.contains(algorithm) else { throw Self.unknownScheme }
  }

  /// Checks that the configuration enables enrolment. Enrolment is off by default: the vendor's device cryptography is
  /// not fully public (H64), so the server may refuse an enrolment.
  private func checkEnrolment() throws(AuthError) {
    guard !configuration.enrollsDevices else { return }
    throw AuthError(
      .unsupported,
      "The project requires device enrolment. The setting device.enrollment is off, because the vendor's device "
        + "cryptography is not fully public. To sign in, \(Self.switchOff).",
      recovery: .abort, vendorCode: "device_enrollment_unsupported")
  }

  /// The part of messages that describes how to switch off enrolment at the vendor (H80).
  private static let switchOff =
    "set flow_configurations.signin.device_enrollment to disabled in the project's policy at the vendor"

  private static var unknownScheme: AuthError {
    AuthError(
      .unsupported,
      "The server asks for an unknown kind of device proof. To sign in, \(switchOff).",
      recovery: .abort, vendorCode: "device_algorithm_unsupported")
  }
}
