#if canImport(SwiftUI)
  import SwiftUI

  /// The buttons of a flow.
  struct FlowActionsView: View {
    let shown: FlowPresentation
    let canSign: Bool
    let perform: @MainActor (FlowPresentation.Action.Kind) async -> Void
    @Environment(\.authTheme) private var theme

    var body: some View {
      let actions = shown.actions(canSign: canSign)
      let main = actions.first { $0.kind != .close }
      VStack(alignment: .leading, spacing: theme.spacing / 2) {
        ForEach(actions, id: \.kind) { action in
          ActionButton(action.title, isEnabled: action.isEnabled, isMain: action == main) {
            await perform(action.kind)
          }
        }
      }
    }
  }
#endif
