import AuthCore

/// The devices' records and keys of one provider instance, and what is done with them in a flow.
struct HawcxDevices: Sendable {
  let providerID: ProviderID
  let configuration: HawcxConfiguration
  let services: ProviderServices

  /// The codes that say that what is kept here is worth nothing: it is deleted, and the next flow enrols again (Hawcx
  /// protocol notes §4.4).
  static let fatalCodes: Set = [
    "device_not_found", "decryption_failed", "invalid_challenge", "invalid_signature", "info_mismatch",
    "info_string_mismatch",
  ]

  func scope(_ identifier: String) -> HawcxDeviceScope {
    HawcxDeviceScope(configID: configuration.configID, appID: configuration.deviceAppID, identifier: identifier)
  }

  /// What to start a flow with: an enrolment that the server confirmed, whose key can be reached.
  func credentials(for identifier: String) async throws(AuthError) -> HawcxDeviceCredentials? {
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
  func enrol(_ setup: HawcxDeviceSetup, identifier: String) async throws(AuthError) -> HawcxDeviceCredentials {
    try check(domain: setup.domain)
    guard setup.version == "1" else {
      throw AuthError(
        .unsupported, "The server wants a device proof of another version.", recovery: .abort,
        vendorCode: "device_algorithm_unsupported")
    }
    let algorithm = try HawcxDeviceAlgorithm.choose(
      setup.algorithm, of: services.keys.primary.supportedAlgorithms)
    try await forget(identifier)
    let scope = scope(identifier)
    let key = try await services.keys.generate(algorithm.keyAlgorithm, namespace: keyNamespace)
    let record = HawcxDeviceRecord(
      algorithm: algorithm, key: key, secret: Secret(services.random.bytes(32)),
      index: scope.index(algorithm, publicKey: key.publicKey))
    try await services.records.replace(record.sealed, for: scope.recordKey)
    return record.credentials
  }

  /// The answer to a challenge.
  ///
  /// - Throws: `key_unavailable` when there is no such device here any more; what was left of it is deleted.
  func prove(
    _ challenge: HawcxDeviceChallenge, identifier: String, session: String
  ) async throws(AuthError) -> HawcxAction {
    try check(domain: challenge.domain)
    guard let record = try await record(for: identifier), record.keyID == challenge.keyID,
      record.algorithm.rawValue == challenge.algorithm
    else {
      try await heal(identifier)
      throw AuthError(
        .keyUnavailable, "This device's enrolment is not the one that the server asks about; sign in again.",
        recovery: .restart)
    }
    let message = record.proofMessage(domain: challenge.domain, session: session, challenge: challenge.challenge)
    let signature = try await services.keys.sign(message, with: record.key)
    return .submitSignature(
      keyID: record.keyID, signature: Base64URL.encode(signature),
      appMark: scope(identifier).appMark(platform: HawcxPlatform.name))
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

  /// A record that is damaged is none: the device is enrolled again, and nobody is locked out by it (§9.3).
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

  /// A proof for another domain would be one that somebody relays.
  private func check(domain: String) throws(AuthError) {
    let expected = configuration.relyingParty ?? Origin(configuration.baseURL.root)?.host
    guard domain == expected else {
      throw AuthError(
        .forbidden, "The server wants a device proof for another domain; check relyingParty.", recovery: .abort,
        vendorCode: "device_domain_mismatch")
    }
  }
}
