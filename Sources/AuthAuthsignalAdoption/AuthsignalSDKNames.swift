import AuthAdoption
import AuthAuthsignal
import AuthCore

/// The names under which the vendor's iOS SDK stores its data.
enum AuthsignalSDKNames {
  static let deviceID = "@as_device_id"
  static let passkey = "@as_passkey_credential_id"
  static let pinService = "authsignal_pin"
  /// The tag of the one key that the SDK had before version 2. Later versions use it for every credential as long as it
  /// exists.
  static let keyPrefix = "authsignal_signing_key"

  /// A credential that this device may have, and the keys that may be its key, the likeliest first.
  struct Credential: Sendable {
    let method: DeviceMethod
    let user: String?
    let publicKeys: [[UInt8]]

    /// The credential's name in a report, without the user's name.
    var name: String { user == nil ? "key for \(method.rawValue)" : "key for \(method.rawValue) of a user" }
    /// Distinguishes the uses of one key.
    var recordName: String { method.rawValue + (user.map { "." + Hex.encode(Array($0.utf8)) } ?? "") }
  }

  /// The user of a passkey's preference: empty for the passkey that was used last; nil for another preference.
  static func passkeyUser(of preference: String) -> String? {
    if preference == passkey { return "" }
    let prefix = passkey + "_"
    return preference.hasPrefix(prefix) ? String(preference.dropFirst(prefix.count)) : nil
  }

  /// The credentials that the keys may belong to. A key with a credential's own tag comes before a key whose tag
  /// several credentials share: the one key of releases before 2.0, and a tag of release 2.1.0. Such a key becomes an
  /// in-app credential only if there is one user for it, because the vendor's answer does not contain the SDK's name of
  /// the user.
  ///
  /// - Parameter users: the users to look for in addition to those who have their own tag.
  static func credentials(in keys: [SDKKey], users: [String]) -> [Credential] {
    func tagged(_ tag: String) -> [[UInt8]] { keys.filter { $0.tag == tag }.map(\.publicKey) }
    let shared = tagged(keyPrefix)
    let ownPrefix = keyPrefix + "_in_app_"
    let listed = unique(users.map(\.trimmingBlanks).filter { !$0.isEmpty })
    let tags = keys.compactMap { key in
      key.tag.flatMap { $0.hasPrefix(ownPrefix) ? String($0.dropFirst(ownPrefix.count)).trimmingBlanks : nil }
    }
    let named = unique(listed + tags.filter { !$0.isEmpty && !isAmbiguous($0) })
    let isAlone = named.count == 1
    var found = [
      Credential(method: .push, user: nil, publicKeys: tagged(keyPrefix + "_push") + shared),
      Credential(method: .qrCode, user: nil, publicKeys: tagged(keyPrefix + "_qr_code") + shared),
      // The SDK's tag for an empty user name ends with an underscore.
      Credential(
        method: .inApp, user: nil,
        publicKeys: tagged(keyPrefix + "_in_app") + tagged(ownPrefix) + (named.isEmpty ? shared : [])),
    ]
    for user in named {
      let earlier = named.filter { earlierTag(of: $0) == earlierTag(of: user) }.count == 1
      let own = tagged(ownPrefix + user)
      let other = earlier && earlierTag(of: user) != user ? tagged(ownPrefix + earlierTag(of: user)) : []
      found.append(Credential(method: .inApp, user: user, publicKeys: own + other + (isAlone ? shared : [])))
    }
    return found.filter { !$0.publicKeys.isEmpty }
  }

  /// Whether a key has the tag of a user.
  static func isOfUser(_ key: SDKKey) -> Bool {
    guard let tag = key.tag, tag.hasPrefix(keyPrefix + "_in_app_") else { return false }
    return !String(tag.dropFirst(keyPrefix.count + "_in_app_".count)).trimmingBlanks.isEmpty
  }

  /// Whether the user in a tag may be spelt as by release 2.1.0: it has a hyphen, and no character that this release
  /// replaced.
  private static func isAmbiguous(_ user: String) -> Bool { user.contains("-") && earlierTag(of: user) == user }

  private static func unique(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// A user's name as version 2.1.0 wrote it in tags: with a hyphen in place of each character but letters, digits,
  /// hyphens and underscores. Users with similar names share such a tag.
  private static func earlierTag(of user: String) -> String {
    let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".unicodeScalars)
    return String(String.UnicodeScalarView(user.unicodeScalars.map { kept.contains($0) ? $0 : "-" }))
  }
}
