/// How a language chooses the form of a text for a whole number (CLDR, "Language Plural Rules", cardinal numbers).
public struct PluralRule: Sendable {
  /// A form. The raw value is the keyword in a text: `{count, plural, one {…} other {…}}`.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// The form for nothing, as in Arabic.
    case zero
    /// The singular.
    case one
    /// The dual, as in Arabic and Hebrew.
    case two
    /// The form for a few, as in Polish.
    case few
    /// The form for many, as in Polish.
    case many
    /// Any other number; the only form of many languages.
    case other
  }

  /// The forms that the language has; `other` is always one of them.
  public let categories: Set<Category>
  private let choose: @Sendable (Int) -> Category

  /// Creates a rule for numbers that are not negative.
  public init(_ categories: Set<Category>, _ choose: @escaping @Sendable (Int) -> Category) {
    self.categories = categories.union([.other])
    self.choose = choose
  }

  /// Returns the form for a number. A negative number has the form of its absolute value.
  public func category(of number: Int) -> Category {
    let category = choose(number == .min ? .max : abs(number))
    return categories.contains(category) ? category : .other
  }

  /// Returns the rule of a language, by its tag (BCP 47), such as `de` or `pt-PT`. For a language that is not in the
  /// table, returns the rule of English; a catalog can have its own rule.
  public static func of(language: String) -> PluralRule {
    let language = TextLanguage(language)
    return table[language.tag.lowercased()] ?? table[language.primary] ?? singular
  }

  /// 1 is singular.
  static let singular = PluralRule([.one]) { $0 == 1 ? .one : .other }
  /// There is one form.
  static let none = PluralRule([]) { _ in .other }
  /// 0 and 1 are singular.
  static let zeroIsSingular = PluralRule([.one]) { $0 <= 1 ? .one : .other }
  /// 0 and 1 are singular; whole millions have their own form.
  static let french = PluralRule([.one, .many]) { number in
    if number <= 1 { return .one }
    return number % 1_000_000 == 0 ? .many : .other
  }
  /// 1 is singular; whole millions have their own form.
  static let romance = PluralRule([.one, .many]) { number in
    if number == 1 { return .one }
    return number != 0 && number % 1_000_000 == 0 ? .many : .other
  }
  /// Russian and Ukrainian.
  static let eastSlavic = PluralRule([.one, .few, .many]) { number in
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: .one
    case (2...4, let rest) where !(12...14).contains(rest): .few
    default: .many
    }
  }
  static let polish = PluralRule([.one, .few, .many]) { number in
    switch (number % 10, number % 100) {
    case _ where number == 1: .one
    case (2...4, let rest) where !(12...14).contains(rest): .few
    default: .many
    }
  }
  /// Czech and Slovak. Their form `many` is for fractions, which no text here has.
  static let czech = PluralRule([.one, .few, .many]) { number in
    switch number {
    case 1: .one
    case 2...4: .few
    default: .other
    }
  }
  static let arabic = PluralRule([.zero, .one, .two, .few, .many]) { number in
    switch (number, number % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
  static let hebrew = PluralRule([.one, .two]) { number in
    switch number {
    case 1: .one
    case 2: .two
    default: .other
    }
  }

  private static let table: [String: PluralRule] = [
    "ja": none, "ko": none, "zh": none, "th": none, "id": none, "ms": none,
    "fr": french, "pt": french, "pt-pt": romance, "es": romance, "it": romance, "ca": romance,
    "hi": zeroIsSingular, "fa": zeroIsSingular, "bn": zeroIsSingular, "vi": zeroIsSingular,
    "ru": eastSlavic, "uk": eastSlavic, "pl": polish, "cs": czech, "sk": czech, "ar": arabic, "he": hebrew,
  ]
}
