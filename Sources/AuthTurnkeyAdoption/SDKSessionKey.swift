import AuthAdoption
import AuthCore
import AuthCrypto

/// The private key of a session of the vendor's SDK.
enum SDKSessionKey: Sendable {
  /// In the Secure Enclave. It can only be used there.
  case enclave
  /// In a keychain item: the scalar of 32 bytes.
  case software(Secret)

  /// The account of the SDK's keychain items since version 3, and that of version 2. The service is the public key in
  /// hex, and the data is the scalar as hexadecimal text.
  static let accounts = ["TurnkeySecureStorageStamper", "p256-private"]

  /// Looks the key up in the order of the SDK: in the Enclave, then in the keychain.
  ///
  /// - Returns: nil if the device has no such key.
  /// - Throws: `store_locked` while the device is locked; another storage code.
  init?(of session: StoredSDKSession, in storage: any SDKStorage) async throws(AuthError) {
    if try await storage.keys().contains(where: { $0.publicKey == session.publicKey }) {
      self = .enclave
      return
    }
    for item in try await Self.passwords(of: session.publicKey, in: storage) {
      guard var scalar = item.value.withBytes({ Hex.decode(String(decoding: $0, as: UTF8.self)) }), scalar.count == 32
      else { continue }
      defer { Wiping.wipe(&scalar) }
      self = .software(Secret(scalar))
      return
    }
    return nil
  }

  /// The keychain items of a key.
  ///
  /// - Throws: `store_locked` while the device is locked; another storage code.
  static func passwords(
    of publicKey: [UInt8], in storage: any SDKStorage
  ) async throws(AuthError) -> [SDKPassword] {
    var found: [SDKPassword] = []
    for account in accounts {
      found += try await storage.passwords(service: Hex.encode(publicKey), account: account)
    }
    return found
  }
}
