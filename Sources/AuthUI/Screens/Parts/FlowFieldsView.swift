#if canImport(SwiftUI)
  import SwiftUI

  /// The fields of a flow. The keyboard's focus begins in the first one.
  struct FlowFieldsView: View {
    @Bindable var model: FlowModel
    let shown: FlowPresentation
    @Environment(\.authHandlers) private var handlers
    @Environment(\.authTheme) private var theme
    @FocusState private var focus: Int?

    var body: some View {
      if !shown.fields.isEmpty {
        VStack(alignment: .leading, spacing: theme.spacing) {
          ForEach(shown.fields.indices, id: \.self) { field(at: $0) }
        }
        .task(id: shown.name) { focus = 0 }
        .task(id: shown.name) { await suggestPasskeys() }
      }
    }

    private func field(at index: Int) -> some View {
      let field = shown.fields[index]
      return LabelledField(
        label: field.title, hint: field.hint, placeholder: field.existing, isMasked: field.isMasked,
        text: field.name.map { $model.input[field: $0] } ?? $model.input.text
      )
      .traits(of: field.kind, suggestsPasskeys: handlers.suggestPasskeys != nil)
      .focused($focus, equals: index)
      .onSubmit { next(after: index) }
    }

    /// Moves to the next field, or sends the input from the last one.
    private func next(after index: Int) {
      if index + 1 < shown.fields.count {
        focus = index + 1
      } else {
        Task { await model.submit() }
      }
    }

    private func suggestPasskeys() async {
      if shown.fields.contains(where: { $0.kind == .email }) { await handlers.suggestPasskeys?() }
    }
  }
#endif
