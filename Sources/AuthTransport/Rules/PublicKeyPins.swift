import AuthCore

/// The public keys that hosts' certificates may have (RFC 7469 §2.4).
struct PublicKeyPins {
  /// `sha256//` and the base64 of the SHA-256 of the SubjectPublicKeyInfo, by host.
  let byHost: [String: [String]]

  /// The name of the entry for all hosts without an entry.
  static let everyHost = "*"

  /// Returns the pins of `host`, in lower case; nil when any key is accepted.
  func pins(for host: String) -> [String]? {
    byHost.first { $0.key.lowercased() == host }?.value ?? byHost[Self.everyHost]
  }

  /// Returns a rule that an entry breaks, beginning with the name of its host; nil if all entries are valid.
  var fault: String? {
    for (host, pins) in byHost {
      guard host == Self.everyHost || Origin("https://\(host)")?.host == host.lowercased() else {
        return "\(host) must have a host as its name, such as api.example.com, or '*'."
      }
      guard Set(pins).count >= 2 else {
        return "\(host) needs a second key, as a backup if the first is lost."
      }
      guard pins.allSatisfy(Self.isPin) else {
        return "\(host): each pin must be \"sha256//\", followed by the base64 of 32 bytes."
      }
    }
    return nil
  }

  private static func isPin(_ text: String) -> Bool {
    guard text.hasPrefix("sha256//") else { return false }
    return Base64.decode(text.dropFirst("sha256//".count))?.count == 32
  }
}
