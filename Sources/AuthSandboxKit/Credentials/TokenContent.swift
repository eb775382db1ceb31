import AuthCore

/// Decodes tokens without verifying their signatures.
enum TokenContent {
  /// The maximum size of a token to decode, in bytes.
  private static let limit = 32_768
  /// How many characters of an opaque token are shown.
  private static let shownCharacters = 8

  /// Returns `{"header","payload"}` of a JWT in its compact form; nil for any other string.
  static func decode(_ token: String) -> JSONObject? {
    guard token.utf8.count <= limit, token.hasPrefix("eyJ") else { return nil }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64URL.decode(parts[0]).flatMap({ JSONValue(untrusted: $0) }),
      let payload = Base64URL.decode(parts[1]).flatMap({ JSONValue(untrusted: $0) }), header.objectValue != nil
    else { return nil }
    return ["header": header, "payload": payload]
  }

  /// Returns the description of a token that is not a JWT. It contains too little of the token to reuse it.
  static func opaque(_ token: String) -> JSONValue {
    let scalars = token.unicodeScalars
    let shown = scalars.count > 2 * shownCharacters ? scalars.prefix(shownCharacters) : scalars.prefix(0)
    return ["opaque": .string(String(shown) + "…"), "characters": .integer(Int64(scalars.count))]
  }
}
