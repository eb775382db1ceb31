import AuthAuthsignal
import AuthCore

/// Credentials of this provider from those that the vendor's own SDK made on this device.
extension AuthsignalDevices {
  /// The key of this device's credential; nil if the device has no such credential.
  ///
  /// - Throws: a storage code.
  func key(_ method: DeviceMethod, user: String?) async throws(AuthError) -> KeyReference? {
    try await keys.record(method, user: user)?.key
  }

  /// Takes a key over as the key of a credential, if the vendor knows it as such. The credential is not added again.
  ///
  /// - Parameters:
  ///   - publicKey: the key, a compressed point.
  ///   - takeOver: takes the key over into a namespace.
  /// - Returns: the key that the credential has now; nil if the vendor does not know this key.
  /// - Throws: the errors of the request to the vendor and of `takeOver`; a storage code.
  func adopt(
    _ method: DeviceMethod, user: String?, publicKey: [UInt8],
    takeOver: (_ namespace: String) async throws(AuthError) -> KeyReference
  ) async throws(AuthError) -> KeyReference? {
    let credential: DeviceCredential
    do throws(AuthError) {
      credential = try await self.credential(method, publicKey: publicKey)
    } catch  where error.code == .noCredential {
      return nil
    }
    let key = try await takeOver(keys.namespace)
    let record = DeviceRecord(key: key, credentialID: credential.id, owner: credential.userID)
    if try await keys.add(record, method, user: user) { return key }
    // Another task or process has made the credential's record in the meantime, perhaps with the same key.
    let other = try await self.key(method, user: user)
    if other != key { try await provider.services.keys.delete(key) }
    return other
  }
}

extension AuthsignalPINs {
  /// Takes over a PIN that the vendor's SDK stored as plain text, unless the user has a PIN here.
  ///
  /// - Returns: whether the PIN was taken over.
  /// - Throws: `invalid_request` unless the PIN has 4 to 12 ASCII digits; a storage code.
  func adopt(_ pin: Secret, for user: String) async throws(AuthError) -> Bool {
    try check(pin)
    return try await add(pin, for: user)
  }
}

extension AuthsignalProvider {
  /// Takes over the ID by which the vendor distinguishes devices, unless there is one.
  ///
  /// - Returns: whether the ID was taken over.
  /// - Throws: a storage code.
  func adopt(deviceID: String) async throws(AuthError) -> Bool {
    try await services.records.write(Secret(deviceID), for: AuthsignalPasskeys.deviceIDName, expecting: nil) != nil
  }

  /// Takes over the ID of a passkey that was used on this device, unless another use is recorded.
  ///
  /// - Parameter user: the passkey's user; nil for the passkey that was used last.
  /// - Returns: whether the ID was taken over.
  /// - Throws: a storage code.
  func adopt(passkey credentialID: [UInt8], user: String?) async throws(AuthError) -> Bool {
    let value = Secret(Base64URL.encode(credentialID))
    return try await services.records.write(value, for: AuthsignalPasskeys.name(user), expecting: nil) != nil
  }
}
