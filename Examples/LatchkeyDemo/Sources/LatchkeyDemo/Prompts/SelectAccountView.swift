import AuthCore
import AuthUI
import SwiftUI

/// A choice of accounts.
struct SelectAccountView: View {
  let flow: FlowModel
  let options: [AccountOption]

  var body: some View {
    Text("Which account?").font(.headline)
    ForEach(options, id: \.id) { option in
      Button(option.label) { Task { await flow.select(account: option.id) } }
    }
  }
}
