#if canImport(SwiftUI)
  public import Foundation

  extension TextCatalog {
    /// Returns a catalog in which the texts of an app's string catalog win over ours.
    ///
    /// Copy `Examples/Localisation/Latchkey.xcstrings` into the app, and change or translate its texts in Xcode. A key
    /// that the app's table lacks has the text of `catalog`. **This function never ran:** on Linux, it is type-checked
    /// against declarations of Foundation, and the choice of the arguments is tested with a table of the test.
    ///
    /// - Parameters:
    ///   - bundle: the bundle with the string catalog.
    ///   - table: the name of the string catalog, without `.xcstrings`.
    ///   - catalog: the texts for missing keys; nil for the catalog of the user's preferred language.
    public static func bundle(
      _ bundle: Bundle = .main, table: String = "Latchkey", over catalog: TextCatalog? = nil
    ) -> TextCatalog {
      let base = catalog ?? .best(for: Locale.preferredLanguages.map { TextLanguage($0) })
      // A string that no translator writes tells that the table does not have the key.
      let missing = "\u{0}"
      let texts = AppTexts { key, arguments in
        let format = bundle.localizedString(forKey: key, value: missing, table: table)
        if format == missing { return nil }
        if arguments.isEmpty { return format }
        let values = arguments.map { argument -> any CVarArg in
          switch argument {
          case .text(let text): text
          case .number(let number): number
          }
        }
        return String(format: format, locale: Locale.current, arguments: values)
      }
      // The system has chosen the language of the table among the app's languages.
      let hasTable = texts.format("action.cancel", []) != nil
      let language = hasTable ? bundle.preferredLocalizations.first.map { TextLanguage($0) } : nil
      return base.with(texts, language: language ?? base.language)
    }
  }
#endif
