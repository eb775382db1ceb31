import AuthCore
import AuthUI
import SwiftUI

/// A picker for the providers that the configuration names and this app links.
struct ProviderPicker: View {
  let model: AuthModel
  @State private var selection: ProviderID

  init(model: AuthModel) {
    self.model = model
    _selection = State(initialValue: model.provider)
  }

  var body: some View {
    Picker("Provider", selection: $selection) {
      ForEach(model.providers, id: \.rawValue) { provider in
        Text(provider.rawValue).tag(provider)
      }
    }
    .onChange(of: selection) { Task { await model.show(selection) } }
  }
}
