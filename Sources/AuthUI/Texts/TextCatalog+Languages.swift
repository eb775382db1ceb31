extension TextCatalog {
  /// English.
  public static let english = TextCatalog(
    language: TextLanguage("en"), texts: joined(englishPrompts, englishAccounts, englishErrors), fallback: nil)

  /// German, with the formal address.
  public static let german = TextCatalog(
    language: TextLanguage("de"), texts: joined(germanPrompts, germanAccounts, germanErrors))

  private static func joined(_ tables: [String: String]...) -> [String: String] {
    tables.reduce(into: [:]) { $0.merge($1) { old, _ in old } }
  }
}
