package import AuthCore

/// The keys of this device's credentials: one per method, and for in-app credentials one per user.
package struct DeviceKeys: Sendable {
  let providerID: ProviderID
  let tenantID: String
  let services: ProviderServices

  /// The record of a credential; nil if this device has no such credential.
  package func record(_ method: DeviceMethod, user: String?) async throws(AuthError) -> DeviceRecord? {
    try await record(at: Self.name(method, user))
  }

  func record(at name: String) async throws(AuthError) -> DeviceRecord? {
    guard let stored = try await services.records.read(name) else { return nil }
    return try DeviceRecord(stored.value)
  }

  /// The record of the existing key, whatever its policy, or of a new key with `policy`.
  func keyed(
    _ method: DeviceMethod, user: String?, policy: KeyPolicy
  ) async throws(AuthError) -> DeviceRecord {
    if let known = try await record(method, user: user) { return known }
    guard services.keys.primary.supportedAlgorithms.contains(.p256) else {
      throw AuthError(
        .unsupported, "The key store cannot create P-256 keys, which device credentials need. Use another key store.",
        vendorCode: AuthsignalErrorCode.invalidAlgorithmParameter.rawValue)
    }
    let key = try await services.keys.generate(.p256, policy: policy, namespace: namespace)
    let record = DeviceRecord(key: key)
    if try await add(record, method, user: user) { return record }
    // Another task or process has created the record in the meantime, so its key is used.
    try await services.keys.delete(key)
    return try await keyed(method, user: user, policy: policy)
  }

  /// Saves the record of a credential that this device does not have yet.
  ///
  /// - Returns: false if a record exists already. That record then stays.
  package func add(_ record: DeviceRecord, _ method: DeviceMethod, user: String?) async throws(AuthError) -> Bool {
    try await services.records.write(record.sealed, for: Self.name(method, user), expecting: nil) != nil
  }

  func save(_ record: DeviceRecord, _ method: DeviceMethod, user: String?) async throws(AuthError) {
    try await services.records.replace(record.sealed, for: Self.name(method, user))
  }

  /// Deletes a credential's record and key. Of a damaged record, only the record is deleted, because its key is not
  /// known.
  func forget(_ method: DeviceMethod, user: String?) async throws(AuthError) {
    do throws(AuthError) {
      guard let known = try await record(method, user: user) else { return }
      try await services.keys.delete(known.key)
    } catch where error.code == .storeCorrupt {
      // The damaged record is deleted below.
    }
    try await services.records.remove(Self.name(method, user), expecting: nil)
  }

  /// The users of this device's in-app credentials; nil for the credential without a user.
  package func inAppUsers() async throws(AuthError) -> [String?] {
    try await services.records.readableKeys().compactMap { name -> String?? in
      guard let (method, user) = Self.credential(name), method == .inApp else { return nil }
      return .some(user)
    }
  }

  /// A call with a signature over `text`. Signing may wait for the user authentication that the key's policy requires.
  func prepare<Answer>(
    _ text: String, _ record: DeviceRecord,
    finish: @escaping @Sendable (_ publicKey: String, _ signature: String) async throws(AuthError) -> Answer
  ) throws(AuthError) -> PreparedSignature<Answer> {
    let publicKey = try DeviceKeyFormat.publicKey(record.key.publicKey)
    return PreparedSignature(text, key: record.key, keys: services.keys) { (signature) async throws(AuthError) in
      try await finish(publicKey, signature)
    }
  }

  /// A call for which the server requires no signature.
  func unsigned<Answer>(
    _ record: DeviceRecord, finish: @escaping @Sendable () async throws(AuthError) -> Answer
  ) -> PreparedSignature<Answer> {
    PreparedSignature("", key: record.key, keys: services.keys) { (_) async throws(AuthError) in try await finish() }
  }

  /// The prefix of the records' names.
  static let prefix = "device."

  /// The credential that a record's name stands for; nil for the name of another record.
  static func credential(_ name: String) -> (method: DeviceMethod, user: String?)? {
    for method in DeviceMethod.allCases {
      let own = Self.name(method, nil)
      if name == own { return (method, nil) }
      guard name.hasPrefix(own + "."), let bytes = Hex.decode(name.dropFirst(own.utf8.count + 1)) else { continue }
      return String(strictUTF8: bytes).map { (method, $0) }
    }
    return nil
  }

  static func name(_ method: DeviceMethod, _ user: String?) -> String {
    guard method == .inApp, let user = user?.trimmingBlanks, !user.isEmpty else { return prefix + method.rawValue }
    return prefix + method.rawValue + "." + Hex.encode(Array(user.utf8))
  }

  package var namespace: String { "\(providerID).\(tenantID).device" }
}
