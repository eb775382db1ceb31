#if canImport(SwiftUI)
  public import SwiftUI

  private struct TextsKey: EnvironmentKey {
    static let defaultValue: TextCatalog = .bundle()
  }

  private struct ThemeKey: EnvironmentKey {
    static var defaultValue: AuthTheme { AuthTheme() }
  }

  private struct HandlersKey: EnvironmentKey {
    static var defaultValue: AuthHandlers { AuthHandlers() }
  }

  extension EnvironmentValues {
    /// The texts of the screens. By default, the texts of the app's string catalog "Latchkey", and else this package's
    /// in the user's preferred language.
    public var authTexts: TextCatalog {
      get { self[TextsKey.self] }
      set { self[TextsKey.self] = newValue }
    }

    /// The look of the screens.
    public var authTheme: AuthTheme {
      get { self[ThemeKey.self] }
      set { self[ThemeKey.self] = newValue }
    }

    /// What the app does in place of the screens.
    public var authHandlers: AuthHandlers {
      get { self[HandlersKey.self] }
      set { self[HandlersKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the texts of the screens. The screens have the direction of the catalog's language.
    public func authTexts(_ texts: TextCatalog) -> some View { environment(\.authTexts, texts) }

    /// Sets the look of the screens.
    public func authTheme(_ theme: AuthTheme) -> some View { environment(\.authTheme, theme) }

    /// Sets what the app does in place of the screens.
    public func authHandlers(_ handlers: AuthHandlers) -> some View { environment(\.authHandlers, handlers) }
  }
#endif
