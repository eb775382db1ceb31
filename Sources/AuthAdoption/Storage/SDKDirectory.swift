public import AuthCore
import AuthCrypto
import AuthStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Copies of an app's preferences and keychain items in a directory, for systems without a keychain and for tests.
///
/// `preferences.plist` is the app's preferences file, as it is in its container, in the binary or the XML form.
/// `keychain.json` is `{"passwords": [{"service", "account", "data"}], "keys": [{"tag"?, "label"?, "privateKey"}]}`:
/// `data` is base64, and `privateKey` the scalar of P-256 in 64 hexadecimal digits. The directory and its files must be
/// accessible only to their owner. A missing file means that nothing is stored.
public struct SDKDirectory: SDKStorage {
  /// The absolute path of the directory.
  public let path: String

  private static let preferences = "preferences.plist"
  private static let keychain = "keychain.json"
  private static let limit = 1 << 22

  /// Names the directory. Nothing is read yet.
  public init(_ path: String) { self.path = path }

  /// The names of all preferences, sorted.
  ///
  /// - Throws: `store_corrupt` for a file that is not a property list; another storage code.
  public func preferenceNames() async throws(AuthError) -> [String] { try readPreferences().keys.sorted() }

  /// The value of a preference; nil if it does not exist.
  ///
  /// - Throws: `store_corrupt` for a file that is not a property list; another storage code.
  public func preference(_ name: String) async throws(AuthError) -> SDKPreference? {
    try readPreferences()[name]?.preference
  }

  /// Removes a preference.
  ///
  /// - Throws: `store_corrupt` for a file that is not a property list; another storage code.
  public func removePreference(_ name: String) async throws(AuthError) {
    var preferences = try readPreferences()
    guard preferences.removeValue(forKey: name) != nil else { return }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    do {
      try write(Secret(try encoder.encode(preferences)), Self.preferences)
    } catch let error as AuthError {
      throw error
    } catch {
      throw corrupt(Self.preferences, "a property list")
    }
  }

  /// The passwords with these attributes, in the order of the file.
  ///
  /// - Throws: `store_corrupt` for a file in another format; another storage code.
  public func passwords(service: String?, account: String?) async throws(AuthError) -> [SDKPassword] {
    try await items("passwords").compactMap { item -> SDKPassword? in
      guard let named = item["service"]?.stringValue, let owner = item["account"]?.stringValue,
        let value = item["data"]?.stringValue.flatMap({ Base64.decode($0) }),
        service == nil || service == named, account == nil || account == owner
      else { return nil }
      return SDKPassword(service: named, account: owner, value: Secret(value))
    }
  }

  /// Removes a password.
  ///
  /// - Throws: `store_corrupt` for a file in another format; another storage code.
  public func remove(_ password: SDKPassword) async throws(AuthError) {
    try keep("passwords") {
      $0["service"]?.stringValue != password.service || $0["account"]?.stringValue != password.account
    }
  }

  /// The keys, in the order of the file.
  ///
  /// - Throws: `store_corrupt` for a file in another format; another storage code.
  public func keys() async throws(AuthError) -> [SDKKey] {
    try await items("keys").compactMap { item in
      Self.privateKey(item).map {
        SDKKey(
          publicKey: Array($0.publicKey.compressedRepresentation), tag: item["tag"]?.stringValue,
          label: item["label"]?.stringValue)
      }
    }
  }

  /// Signs `message`.
  ///
  /// - Throws: `key_unavailable` if there is no such key; `store_corrupt` for a file in another format; another storage
  ///   code.
  public func sign(_ message: [UInt8], publicKey: [UInt8]) async throws(AuthError) -> [UInt8] {
    for item in try await items("keys") {
      guard let key = Self.privateKey(item), Array(key.publicKey.compressedRepresentation) == publicKey else {
        continue
      }
      do { return Array(try key.signature(for: message).rawRepresentation) } catch { break }
    }
    throw AuthError(.keyUnavailable, "\(path)/\(Self.keychain) has no such key. Sign in again to create a new key.")
  }

  /// Removes a key.
  ///
  /// - Throws: `store_corrupt` for a file in another format; another storage code.
  public func removeKey(_ publicKey: [UInt8]) async throws(AuthError) {
    try keep("keys") { Self.privateKey($0).map { Array($0.publicKey.compressedRepresentation) } != publicKey }
  }

  // MARK: Files

  private func readPreferences() throws(AuthError) -> [String: PropertyList] {
    guard let bytes = try read(Self.preferences) else { return [:] }
    do {
      return try PropertyListDecoder().decode([String: PropertyList].self, from: Data(bytes))
    } catch {
      throw corrupt(Self.preferences, "a property list whose root is a dictionary")
    }
  }

  private func content() throws(AuthError) -> JSONObject {
    guard let bytes = try read(Self.keychain) else { return [:] }
    do throws(JSONError) {
      if let object = try JSONValue(parsing: bytes).objectValue { return object }
    } catch {}
    throw corrupt(Self.keychain, "a JSON object")
  }

  private func items(_ name: String) async throws(AuthError) -> [JSONValue] { try content()[name]?.arrayValue ?? [] }

  private func keep(_ name: String, where isKept: (JSONValue) -> Bool) throws(AuthError) {
    var content = try content()
    guard let items = content[name]?.arrayValue else { return }
    let kept = items.filter(isKept)
    guard kept.count != items.count else { return }
    content[name] = .array(kept)
    try write(JSONValue.object(content).serializedSecret, Self.keychain)
  }

  private func read(_ name: String) throws(AuthError) -> [UInt8]? {
    try POSIXDirectory.open(path)?.read(name, limit: Self.limit)
  }

  private func write(_ bytes: Secret, _ name: String) throws(AuthError) {
    try POSIXDirectory.openOrMake(path).replace(name, with: bytes)
  }

  private static func privateKey(_ item: JSONValue) -> P256.Signing.PrivateKey? {
    guard var scalar = item["privateKey"]?.stringValue.flatMap({ Hex.decode($0) }) else { return nil }
    defer { Wiping.wipe(&scalar) }
    do { return try P256.Signing.PrivateKey(rawRepresentation: scalar) } catch { return nil }
  }

  private func corrupt(_ name: String, _ form: String) -> AuthError {
    AuthError(
      .storeCorrupt, "\(path)/\(name) is not \(form). The file was not changed. Copy it again from the app's container."
    )
  }
}
