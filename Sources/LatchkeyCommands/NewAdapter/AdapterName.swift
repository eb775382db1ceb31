import AuthCore

/// A new adapter's name, in the two forms that its code needs.
struct AdapterName: Sendable, Equatable {
  /// The name in types, products and file names: `Acme`.
  let type: String
  /// The name in configurations, which is also the plug-in's static member: `acme`.
  let member: String

  /// Checks a name of letters and digits, and capitalises its first letter.
  ///
  /// - Throws: `invalid_request` with the remedy. A name must consist of 1 to 40 ASCII letters and digits, and begin
  ///   with a letter, but not with `Auth` and another capital letter. This package must not use the name, and `member`
  ///   must not be a Swift keyword or a member of `ProviderPlugin`.
  init(_ text: String) throws(AuthError) {
    guard let first = text.utf8.first, Self.isLetter(first), text.utf8.count <= 40,
      text.utf8.allSatisfy({ Self.isLetter($0) || (0x30...0x39).contains($0) })
    else {
      throw AuthError(
        .invalidRequest,
        "'\(text)' cannot name an adapter: use up to 40 ASCII letters and digits, starting with a letter, such as Acme."
      )
    }
    type = text.prefix(1).uppercased() + text.dropFirst()
    member = Self.lowered(type)
    let (type, member) = (type, member)
    if type.hasPrefix("Auth"), type.dropFirst(4).first?.isUppercase == true {
      throw AuthError(.invalidRequest, "Omit 'Auth': the product of '\(type.dropFirst(4))' is called '\(type)'.")
    }
    if Self.own.contains(type.lowercased()) {
      throw AuthError(
        .invalidRequest,
        "'\(text)' is taken: Latchkey has a product or types of that name, which the adapter's product or types would "
          + "hide. Choose another name.")
    }
    if Self.words.contains(member) || Self.members.contains(member) {
      throw AuthError(
        .invalidRequest,
        "'\(text)' cannot be used: '\(member)' is a Swift keyword or already a member of ProviderPlugin. "
          + "Choose another name.")
    }
  }

  /// The type's name with its first word in lower case: `Acme` → `acme`, `MyIDP` → `myIDP`, `IDPro` → `idPro`, `IDP` →
  /// `idp`.
  private static func lowered(_ type: String) -> String {
    let capitals = type.prefix { $0.isUppercase || $0.isNumber }
    if capitals.count == type.count { return type.lowercased() }
    let count = max(1, capitals.count - 1)
    return type.prefix(count).lowercased() + type.dropFirst(count)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// Names that are in use: products `Auth…` of this package, types of the contract that an adapter's
  /// types (`…Provider`, `…Configuration`, `…Flow`) would hide, and the package itself.
  private static let own: Set<String> = [
    "core", "crypto", "transport", "storage", "passkey", "turnkey", "turnkeyapi", "privy", "hawcx", "authsignal",
    "runtime", "ui", "sandbox", "sandboxkit", "testing", "oidc", "auth", "provider", "token", "closuretoken",
    "suspended",
    "conformance", "latchkey",
  ]

  /// Members that `ProviderPlugin` already has.
  private static let members: Set<String> = ["type", "product", "check", "provider"]

  /// Swift keywords, which are refused as names although some are reserved only in certain contexts (The Swift
  /// Programming Language, Keywords and Punctuation).
  private static let words: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "nonisolated", "open", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
