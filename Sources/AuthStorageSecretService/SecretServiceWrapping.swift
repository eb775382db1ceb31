public import AuthCore
public import AuthStorage
import CSecret

/// Wraps a directory's keys with one in the desktop's keyring, by the freedesktop.org Secret Service: GNOME Keyring,
/// KWallet, KeePassXC. libsecret is loaded at the first call.
///
/// Wrapping keys lie in the default collection as items `com.latchkey.WrappingKey`. It does not prompt the user: a
/// locked keyring gives `store_locked`. Once the keyring is unlocked, the directory opens again.
public struct SecretServiceWrapping: KeyWrapping {
  /// The kind: `secret-service`.
  public var id: String { "secret-service" }
  private let vault: String
  private let random: any RandomSource

  /// Wraps with the keyring of this session.
  ///
  /// - Parameters:
  ///   - vault: the name that the items are filed under, besides their own names; the keyring's user sees it.
  ///   - random: the source of wrapping keys.
  public init(vault: String = "latchkey", random: any RandomSource = SystemRandomSource()) {
    self.vault = vault
    self.random = random
  }

  /// Wraps with a new key, which the keyring keeps.
  ///
  /// - Throws: `key_unavailable` when there is no keyring, `store_locked` when it is locked.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    let key = Secret(random.bytes(32))
    let name = random.token()
    try perform("keep a wrapping key") { message in
      lk_secret_store(vault, name, "Wrapping key of \(vault)", key.withBytes { Hex.encode($0) }, &message)
    }
    return try WrappedKey(wrapping: keys, with: key, name: name, random: random).encoded
  }

  /// Unwraps with the key that the keyring keeps.
  ///
  /// - Throws: `key_unavailable` when there is no keyring or the key is not in it, `store_locked` when it is locked,
  ///   `store_corrupt` for damage.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    var text: UnsafeMutablePointer<CChar>?
    defer { lk_secret_free(text) }
    try perform("give the wrapping key") { message in lk_secret_look_up(vault, wrapped.name, &text, &message) }
    guard let text, var bytes = Hex.decode(String(cString: text)), bytes.count == 32 else {
      throw AuthError(
        .storeCorrupt, "The keyring's item 'Wrapping key of \(vault)' contains no key. Restore it from a backup.")
    }
    defer { Wiping.wipe(&bytes) }
    return try wrapped.open(with: Secret(bytes))
  }

  /// Removes the key from the keyring.
  public func discard(_ wrapped: [UInt8]) throws(AuthError) {
    let name = try WrappedKey(decoding: wrapped).name
    try perform("remove a wrapping key") { message in lk_secret_clear(vault, name, &message) }
  }

  private func perform(
    _ action: String, _ body: (inout UnsafeMutablePointer<CChar>?) -> Int32
  ) throws(AuthError) {
    var message: UnsafeMutablePointer<CChar>?
    defer { lk_secret_free(message) }
    let code = body(&message)
    switch Int(code) {
    case lk_secret_ok: return
    case lk_secret_locked:
      throw AuthError(
        .storeLocked, "The keyring is locked and could not \(action): unlock it and try again. Nothing is lost.")
    case lk_secret_missing:
      throw AuthError(
        .keyUnavailable,
        "The keyring has no item 'Wrapping key of \(vault)' of that name: it belongs to another "
          + "keyring, or was removed. The records are kept.")
    default:
      let reason = message.map { String(cString: $0) } ?? "no reason given"
      throw AuthError(
        .keyUnavailable,
        "The Secret Service could not \(action): \(reason). Start a keyring in this session, or set "
          + "storage.wrappingKey to another kind. Nothing is lost.", underlying: reason)
    }
  }
}
