/// A language, as a tag of BCP 47: `en`, `de-AT`.
public struct TextLanguage: Sendable, Hashable, CustomStringConvertible {
  /// The tag.
  public let tag: String

  /// Creates a language from a tag. Underscores count as hyphens.
  public init(_ tag: String) { self.tag = tag.split { $0 == "-" || $0 == "_" }.joined(separator: "-") }

  /// Creates a language from a POSIX locale such as `de_DE.UTF-8@euro`; nil for `C`, `POSIX` and an empty name.
  public init?(locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    if name.isEmpty || name == "C" || name == "POSIX" { return nil }
    self.init(String(name))
  }

  /// The languages that the environment of a process requests, the preferred one first: `LANGUAGE`, and the first
  /// non-empty one of `LC_ALL`, `LC_MESSAGES` and `LANG`. As in GNU gettext, `LANGUAGE` has no effect in the locale
  /// `C`.
  public static func preferred(in environment: [String: String]) -> [TextLanguage] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let language = locale.flatMap(TextLanguage.init(locale:)) else { return [] }
    let list = environment["LANGUAGE", default: ""].split(separator: ":")
    return list.compactMap { TextLanguage(locale: String($0)) } + [language]
  }

  /// The primary subtag, in lower case: `de` for `de-AT`.
  public var primary: String { String(tag.prefix { $0 != "-" }).lowercased() }

  /// The script, in lower case: `hant` for `zh-Hant-TW`; nil if the tag has none.
  var script: String? { tag.split(separator: "-").dropFirst().first { $0.count == 4 }?.lowercased() }

  /// Whether the language is written from right to left.
  public var isRightToLeft: Bool { ["ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv"].contains(primary) }

  /// The tag.
  public var description: String { tag }
}
