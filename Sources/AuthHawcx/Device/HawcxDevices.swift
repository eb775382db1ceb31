import AuthCore

/// The devices' records and keys of one provider instance, and what is done with them in a flow.
struct HawcxDevices: Sendable {
  let providerID: ProviderID
  let configuration: HawcxConfiguration
  let services: ProviderServices

  /// The codes that say that what is kept here is worth nothing: it is deleted, and the next flow enrols again (H54).
  static let fatalCodes: Set = [
    "device_not_found", "decryption_failed", "invalid_challenge", "invalid_signature", "info_mismatch",
    "info_string_mismatch",
  ]

  func scope(_ identifier: String) -> HawcxDeviceScope {
    HawcxDeviceScope(configID: configuration.configID, appID: configuration.deviceAppID, identifier: identifier)
  }

  /// What to start a flow with: an enrolment that the server confirmed, whose key can be reached.
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

  /// What to tell about this device, where the configuration wants it told.
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

  /// Makes a key and a record that is pending; what was there before goes.
  ///
  /// - Throws: `unsupported` where enrolment is not switched on here, or the project wants another scheme or a key that
  ///   the key store cannot make; `forbidden` for a domain that is not the project's.
  func enrol(_ setup: HawcxDeviceSetup, identifier: String) async throws(AuthError) -> HawcxDeviceCredentials {
    try checkEnrolment()
    try check(domain: setup.domain)
    try check(algorithm: setup.algorithm)
    guard setup.version == HawcxDeviceLayout.version else { throw Self.unknownScheme }
    guard services.keys.primary.supportedAlgorithms.contains(.ed25519) else {
      throw AuthError(
        .unsupported,
        "The vendor's trusted devices prove themselves with Ed25519, and this key store makes no such keys; set "
          + "storage.keys to another, or \(Self.switchOff).",
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

  /// The answer to a challenge.
  ///
  /// - Throws: `key_unavailable` when the challenge is not for a device that is enrolled here; what was left of it is
  ///   deleted.
  func prove(_ challenge: HawcxDeviceChallenge, identifier: String) async throws(AuthError) -> HawcxAction {
    try checkEnrolment()
    try check(domain: challenge.domain)
    try check(algorithm: challenge.algorithm)
    let layout = configuration.deviceLayout
    // INFER H55: the salt that comes back shows whether the server speaks of this device's enrolment.
    guard let record = try await record(for: identifier), record.domain == challenge.domain,
      layout.isOwn(salt: challenge.salt, root: record.root, domain: record.domain)
    else {
      try await heal(identifier)
      throw AuthError(
        .keyUnavailable, "This device's enrolment is not the one that the server asks about; sign in again.",
        recovery: .restart, vendorCode: "decryption_failed")
    }
    let message = layout.message(challenge: challenge.challenge, domain: challenge.domain)
    let signature = try await services.keys.sign(layout.signed(message), with: record.key)
    return .submitSignature(
      keyID: challenge.keyID, signature: Base64.encode(signature), message: Base64.encode(message))
  }

  /// The server took the proof: the record is one to start with from now on.
  func confirm(_ identifier: String) async throws(AuthError) {
    guard var record = try await record(for: identifier), record.state != .active else { return }
    record.state = .active
    try await services.records.replace(record.sealed, for: scope(identifier).recordKey)
  }

  /// The server says that what is kept here is worth nothing: it goes, and the next flow enrols again. A device that
  /// keeps going this way is told to the observer, since its user only sees that codes are asked for again and again.
  func heal(_ identifier: String) async throws(AuthError) {
    let scope = scope(identifier)
    try await forget(identifier)
    var history = HawcxDeviceHistory(try await sealed(at: scope.historyKey))
    let isUnstable = history.cleared(at: services.clock.now())
    try await services.records.replace(history.sealed, for: scope.historyKey)
    if isUnstable { services.observer.record(.step(provider: providerID, name: "device_trust_unstable")) }
  }

  /// Forgets one user's enrolment here.
  func forget(_ identifier: String) async throws(AuthError) {
    try await forget(recordKey: scope(identifier).recordKey)
  }

  /// Forgets every enrolment of the instance.
  func forgetAll() async throws(AuthError) {
    for name in try await services.records.keys() where name.hasPrefix(HawcxDeviceScope.recordPrefix) {
      try await forget(recordKey: name)
    }
  }

  private func forget(recordKey: String) async throws(AuthError) {
    let record = try await record(at: recordKey)
    // The record goes first: a key without one is only left over, a record without its key is a trap.
    try await services.records.remove(recordKey, expecting: nil)
    guard let record else { return }
    do throws(AuthError) {
      try await services.keys.delete(record.key)
    } catch {
      // A store that is not open here keeps the key, which nothing names any more.
      guard error.code == .keyUnavailable else { throw error }
    }
  }

  private func record(for identifier: String) async throws(AuthError) -> HawcxDeviceRecord? {
    try await record(at: scope(identifier).recordKey)
  }

  private func record(at key: String) async throws(AuthError) -> HawcxDeviceRecord? {
    try await sealed(at: key).flatMap { HawcxDeviceRecord(sealed: $0) }
  }

  /// A damaged record counts as missing: the device is enrolled again, and its user only sees the code asked for once
  /// more.
  private func sealed(at key: String) async throws(AuthError) -> Secret? {
    do throws(AuthError) {
      return try await services.records.read(key)?.value
    } catch {
      guard error.code == .storeCorrupt else { throw error }
      return nil
    }
  }

  /// Where this installation's made-up name is kept.
  private static let installationKey = "installation"

  private var keyNamespace: String { "\(providerID)/device" }

  /// The domain is the project's id, which is the client id (H40): a proof for another project could be relayed.
  private func check(domain: String) throws(AuthError) {
    guard let expected = configuration.clientID, domain != expected else { return }
    throw AuthError(
      .forbidden, "The server wants a device proof for another project; check clientId, which is the project's id.",
      recovery: .abort, vendorCode: "device_domain_mismatch")
  }

  private func check(algorithm: String) throws(AuthError) {
    guard HawcxDeviceLayout.algorithms.contains(algorithm) else { throw Self.unknownScheme }
  }

  /// What the vendor's devices compute is not public to the last byte (H64), so that the server may refuse an enrolment.
  /// It is done only where the configuration asks for it.
  private func checkEnrolment() throws(AuthError) {
    guard !configuration.enrollsDevices else { return }
    throw AuthError(
      .unsupported,
      "The project wants this device enrolled, which is not supported: the vendor's device cryptography is not public. "
        + "To sign in, \(Self.switchOff).",
      recovery: .abort, vendorCode: "device_enrollment_unsupported")
  }

  /// Where the vendor's side is told to do without (H80).
  private static let switchOff =
    "set flow_configurations.signin.device_enrollment to disabled in the project's policy at the vendor"

  private static var unknownScheme: AuthError {
    AuthError(
      .unsupported,
      "The server wants a device proof of a kind that is not known here; \(switchOff).",
      recovery: .abort, vendorCode: "device_algorithm_unsupported")
  }
}
