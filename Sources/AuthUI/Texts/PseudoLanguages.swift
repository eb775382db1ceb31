extension TextCatalog {
  /// English with accents, brackets and half as much length again, as Android's `en-XA`: shows texts that are cut off,
  /// and texts without a key, which stay plain.
  public static let expanded = english.pseudo("en-XA") { text in
    let letters = String(String.UnicodeScalarView(text.unicodeScalars.map { accented[$0] ?? $0 }))
    let words = text.filter(\.isLetter).count
    return words == 0 ? letters : letters + String(repeating: "·", count: (words + 1) / 2)
  }

  /// English that is written from right to left, as Android's `ar-XB`.
  public static let rightToLeft = english.pseudo("ar-XB") { text in
    text.contains(where: \.isLetter) ? "\u{202E}\(text)\u{202C}" : text
  }

  /// English in characters that are twice as wide, as those of Chinese and Japanese.
  public static let wide = english.pseudo("en-XW") { text in
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ("!"..."~").contains($0) ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0 }))
  }

  private static let accented: [Unicode.Scalar: Unicode.Scalar] = Dictionary(
    uniqueKeysWithValues: zip(
      "aceghijklnorstuwyzACEGHIJKLNORSTUWYZ".unicodeScalars, "áçéĝĥíĵķļñöŕšţûŵýžÁÇÉĜĤÍĴĶĻÑÖŔŠŢÛŴÝŽ".unicodeScalars))

  private func pseudo(_ tag: String, _ change: @escaping @Sendable (String) -> String) -> TextCatalog {
    let language = TextLanguage(tag)
    let templates = keys.reduce(into: [String: MessageTemplate]()) { result, key in
      result[key] = template(key)?.mapLiterals(change)
    }
    // The forms of the plurals are those of English.
    return TextCatalog(language: language, templates: templates, plural: .singular, fallback: nil, change: change)
  }
}
