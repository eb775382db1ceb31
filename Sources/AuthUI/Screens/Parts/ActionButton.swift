#if canImport(SwiftUI)
  import SwiftUI

  /// A button in the style of the theme.
  struct ActionButton: View {
    private let title: Phrase
    private let isEnabled: Bool
    private let isMain: Bool
    private let isDestructive: Bool
    private let action: @MainActor () async -> Void
    @Environment(\.authTheme) private var theme

    init(
      _ title: Phrase, isEnabled: Bool = true, isMain: Bool = false, isDestructive: Bool = false,
      action: @escaping @MainActor () async -> Void
    ) {
      self.title = title
      self.isEnabled = isEnabled
      self.isMain = isMain
      self.isDestructive = isDestructive
      self.action = action
    }

    var body: some View {
      switch theme.buttons {
      case .filled:
        if isMain { button.buttonStyle(.borderedProminent) } else { button.buttonStyle(.bordered) }
      case .plain: button.buttonStyle(.borderless)
      case .inherited: button
      }
    }

    private var button: some View {
      Button(role: isDestructive ? .destructive : nil) {
        Task { await action() }
      } label: {
        PhraseText(title)
      }
      .disabled(!isEnabled)
    }
  }
#endif
