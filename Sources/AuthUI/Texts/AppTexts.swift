/// The texts of an app's own string table, as format strings with numbered arguments. On Apple's systems, they are in
/// the app's bundle.
///
/// The arguments of a key are numbered in the order of their names, so that a text of a later version does not change
/// them: for `prompt.digits.email`, `count` is the first and `destination` the second.
struct AppTexts: Sendable {
  /// The value of an argument: a number if the text chooses a plural form by it.
  enum Argument: Sendable, Equatable {
    case text(String)
    case number(Int)
  }

  /// Returns the text of a key with its arguments; nil if the table does not have the key.
  let format: @Sendable (_ key: String, _ arguments: [Argument]) -> String?

  /// Returns the text of a phrase; nil if the table does not have its key.
  ///
  /// - Parameter argument: returns the text of an argument.
  func text(of phrase: Phrase, argument: (String) -> String) -> String? {
    let known = TextCatalog.english.template(phrase.key)
    let numbers = known?.pluralNames ?? []
    let names = known?.names.sorted() ?? phrase.arguments.keys.sorted()
    return format(
      phrase.key,
      names.map { name in
        if numbers.contains(name), case .number(let number) = phrase.arguments[name] { return .number(number) }
        return numbers.contains(name) ? .number(0) : .text(argument(name))
      })
  }
}
