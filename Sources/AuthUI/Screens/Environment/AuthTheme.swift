#if canImport(SwiftUI)
  public import SwiftUI

  /// The look of the screens: fonts, colours, spacing and buttons.
  ///
  /// ```swift
  /// var theme = AuthTheme()
  /// theme.titleFont = .system(.title, design: .rounded)
  /// theme.tint = AnyShapeStyle(.indigo)
  /// AuthScreen(model: model).authTheme(theme)
  /// ```
  ///
  /// Use fonts that are relative to a text style, so that they follow the size that the user has chosen.
  public struct AuthTheme {
    /// How buttons look.
    public enum Buttons: Sendable, Hashable {
      /// The main button is filled, the others are bordered.
      case filled
      /// All buttons are plain text.
      case plain
      /// The style that the app sets with `.buttonStyle`.
      case inherited
    }

    /// The font of titles.
    public var titleFont = Font.title2.weight(.semibold)
    /// The font of the titles of parts.
    public var headlineFont = Font.headline
    /// The font of texts and buttons.
    public var bodyFont = Font.body
    /// The font of labels, times and notes.
    public var noteFont = Font.footnote
    /// The font of codes to compare.
    public var codeFont = Font.largeTitle.monospaced()
    /// The tint of buttons and links; nil for the app's.
    public var tint: AnyShapeStyle?
    /// The style of the symbol of an error.
    public var problem = AnyShapeStyle(.red)
    /// The style of the symbol of a warning.
    public var warning = AnyShapeStyle(.orange)
    /// The style of labels, times and notes.
    public var secondary = AnyShapeStyle(.secondary)
    /// The space between two parts of a screen.
    public var spacing: CGFloat = 16
    /// How buttons look.
    public var buttons = Buttons.filled

    /// Creates the theme of the system.
    public init() {}
  }
#endif
