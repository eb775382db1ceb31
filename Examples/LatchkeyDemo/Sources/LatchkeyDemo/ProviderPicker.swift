import AuthCore
import AuthUI
import SwiftUI

/// The providers of the configuration that this app links: to use another one, change the file, not this view.
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
