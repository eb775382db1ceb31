#if canImport(SwiftUI)
  import SwiftUI

  /// A column that scrolls, in the direction of the texts' language.
  struct ScreenColumn<Content: View>: View {
    @Environment(\.authTexts) private var texts
    @Environment(\.authTheme) private var theme
    private let content: Content

    init(@ViewBuilder content: () -> Content) { self.content = content() }

    var body: some View {
      if let tint = theme.tint { column.tint(tint) } else { column }
    }

    private var column: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: theme.spacing) { content }
          .frame(maxWidth: .infinity, alignment: .leading)
          .padding()
      }
      .environment(\.layoutDirection, texts.language.isRightToLeft ? .rightToLeft : .leftToRight)
    }
  }
#endif
