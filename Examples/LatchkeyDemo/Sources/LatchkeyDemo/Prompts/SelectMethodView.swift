import AuthCore
import AuthUI
import SwiftUI

/// A choice of methods.
struct SelectMethodView: View {
  let flow: FlowModel
  let options: [MethodOption]

  var body: some View {
    Text("How do you want to sign in?").font(.headline)
    ForEach(options, id: \.id.rawValue) { option in
      Button(option.label) { Task { await flow.select(method: option.id) } }
    }
  }
}
