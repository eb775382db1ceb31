import AuthCore

/// A search for secrets in visible output.
struct SecretSearch {
  private let secrets: [String]
  private var found: [String] = []

  init(_ secrets: [String]) { self.secrets = secrets }

  /// Searches a string as it is, and with its percent-encoding decoded.
  mutating func look(in text: String, _ where: String) {
    guard !text.isEmpty else { return }
    let texts = [text, PercentEncoding.decode(text)].compactMap { $0 }
    if secrets.contains(where: { secret in texts.contains { Self.holds($0, secret) } }), !found.contains(`where`) {
      found.append(`where`)
    }
  }

  /// Searches everything that a value shows: its description, its debug description, and its parts.
  mutating func look(inside value: Any, _ where: String) {
    var dumped = ""
    dump(value, to: &dumped)
    look(in: dumped, `where`)
    look(in: String(describing: value), `where`)
    look(in: String(reflecting: value), `where`)
  }

  /// Throws when a secret was found; the message names the place, not the secret.
  func requireNothing() throws {
    try require(found.isEmpty, "no secret appears in \(found.joined(separator: ", "))")
  }

  /// Short secrets, such as codes, count only as whole words: six digits can appear by chance in longer numbers.
  private static func holds(_ text: String, _ secret: String) -> Bool {
    guard text.utf8.count >= secret.utf8.count else { return false }
    let haystack = Array(text.utf8)
    let needle = Array(secret.utf8)
    let isShort = needle.count < 8
    var index = 0
    while index + needle.count <= haystack.count {
      if haystack[index] == needle[0], haystack[index..<(index + needle.count)].elementsEqual(needle) {
        let before = index > 0 ? haystack[index - 1] : 0
        let after = index + needle.count < haystack.count ? haystack[index + needle.count] : 0
        if !isShort || !(isWord(before) || isWord(after)) { return true }
      }
      index += 1
    }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }
}
