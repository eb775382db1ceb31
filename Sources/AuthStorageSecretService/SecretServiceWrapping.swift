public import AuthCore
public import AuthStorage
import CSecret

/// Wraps the keys of a storage directory with a key in the desktop's keyring, through the freedesktop.org Secret
/// Service: GNOME Keyring, KWallet, KeePassXC. The first call loads libsecret.
///
/// Wrapping keys are items `com.latchkey.WrappingKey` in the default collection. The calls do not prompt the user: they
/// throw `store_locked` while the keyring is locked. Once the keyring is unlocked, the directory can be opened again.
public struct SecretServiceWrapping: KeyWrapping {
  /// The kind: `secret-service`.
  public var id: String { "secret-service" }
  private let vault: String
  private let random: any RandomSource

  /// Creates a wrapping with the keyring of this desktop session.
  ///
  /// - Parameters:
  ///   - vault: the name of this app's items in the keyring, which keyring programs show to the user. A random ID
  ///     distinguishes the items.
  ///   - random: the source of wrapping keys.
  public init(vault: String = "latchkey", random: any RandomSource = SystemRandomSource()) {
    self.vault = vault
    self.random = random
  }

  /// Wraps keys with a new key, which the keyring keeps.
  ///
  /// - Throws: `key_unavailable` when there is no keyring, `store_locked` when the keyring is locked.
  public func wrap(_ keys: Secret, replacing old: [UInt8]?) throws(AuthError) -> [UInt8] {
    let key = Secret(random.bytes(32))
    let name = random.token()
    try perform("store a wrapping key") { message in
      lk_secret_store(vault, name, "Wrapping key of \(vault)", key.withBytes { Hex.encode($0) }, &message)
    }
    return try WrappedKey(wrapping: keys, with: key, name: name, random: random).encoded
  }

  /// Unwraps keys with the key that the keyring keeps.
  ///
  /// - Throws: `key_unavailable` when there is no keyring or the keyring does not contain the key, `store_locked` when
  ///   the keyring is locked, `store_corrupt` for damaged data.
  public func unwrap(_ wrapped: [UInt8]) throws(AuthError) -> Secret {
    let wrapped = try WrappedKey(decoding: wrapped)
    // Another program can store an item with the same attributes: each item is tried.
    var failure: AuthError?
    for index in 0..<Self.itemLimit {
      do throws(AuthError) {
        return try wrapped.open(with: try key(wrapped.name, at: index))
      } catch {
        switch error.code {
        case .storeCorrupt: failure = failure ?? error
        // There are no more items. A wrong item is the better explanation, unless another one is locked.
        case .keyUnavailable: throw failure ?? error
        default: throw error
        }
      }
    }
    throw failure
      ?? AuthError(
        .keyUnavailable,
        "The keyring has too many items named 'Wrapping key of \(vault)'. Remove those that other programs made.")
  }

  /// The number of items that are tried.
  private static let itemLimit: Int32 = 32

  private func key(_ name: String, at index: Int32) throws(AuthError) -> Secret {
    var text: UnsafeMutablePointer<CChar>?
    defer { lk_secret_free(text) }
    try perform("read the wrapping key") { message in lk_secret_look_up(vault, name, index, &text, &message) }
    guard let text, var bytes = Hex.decode(String(cString: text)), bytes.count == 32 else {
      throw AuthError(
        .storeCorrupt, "The keyring's item 'Wrapping key of \(vault)' contains no key. Restore it from a backup.")
    }
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }

  /// Removes the key from the keyring.
  ///
  /// - Throws: `key_unavailable` when there is no keyring, `store_locked` when the keyring is locked, `store_corrupt`
  ///   for damaged data.
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
        .storeLocked, "The keyring is locked, and could not \(action). Unlock it, and try again. Nothing is lost.")
    case lk_secret_missing:
      throw AuthError(
        .keyUnavailable,
        "The keyring does not contain the item 'Wrapping key of \(vault)' that these keys need: the item is in another "
          + "keyring, or was removed. Use that keyring, or restore the item. The stored records are unchanged.")
    default:
      let reason = message.map { String(cString: $0) } ?? "no reason given"
      throw AuthError(
        .keyUnavailable,
        "The Secret Service could not \(action): \(reason). Start a keyring in this session, or set "
          + "storage.wrappingKey to another kind. Nothing is lost.", underlying: reason)
    }
  }
}
