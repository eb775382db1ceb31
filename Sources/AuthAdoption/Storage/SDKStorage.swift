public import AuthCore

/// What another SDK stored on this device: its preferences (user defaults) and its items in the keychain.
///
/// `AppleSDKStorage` reads the device itself. `SDKDirectory` reads copies in files, on every system. Adoption works the
/// same with both.
public protocol SDKStorage: Sendable {
  /// The names of all preferences.
  ///
  /// - Throws: a storage code.
  func preferenceNames() async throws(AuthError) -> [String]

  /// The value of a preference; nil if it does not exist.
  ///
  /// - Throws: a storage code.
  func preference(_ name: String) async throws(AuthError) -> SDKPreference?

  /// Removes a preference. Does nothing if it does not exist.
  ///
  /// - Throws: a storage code.
  func removePreference(_ name: String) async throws(AuthError)

  /// The generic passwords with these attributes; nil matches every value.
  ///
  /// - Throws: `store_locked` while the device is locked and an item cannot be read, or another storage code.
  func passwords(service: String?, account: String?) async throws(AuthError) -> [SDKPassword]

  /// Removes a password. Does nothing if it does not exist.
  ///
  /// - Throws: a storage code.
  func remove(_ password: SDKPassword) async throws(AuthError)

  /// The private keys of P-256, such as those in the Secure Enclave. The call does not ask the user for presence.
  ///
  /// - Throws: `store_locked` while the device is locked, or another storage code.
  func keys() async throws(AuthError) -> [SDKKey]

  /// Signs `message` with SHA-256 by the key with this public key.
  ///
  /// - Returns: r‖s, 64 bytes.
  /// - Throws: `key_unavailable` if there is no such key, or it cannot be used; `cancelled` if the user declines the
  ///   authentication that the key requires; `store_locked` while the device is locked; or another storage code.
  func sign(_ message: [UInt8], publicKey: [UInt8]) async throws(AuthError) -> [UInt8]

  /// Removes the key with this public key. Does nothing if it does not exist.
  ///
  /// - Throws: a storage code.
  func removeKey(_ publicKey: [UInt8]) async throws(AuthError)
}
