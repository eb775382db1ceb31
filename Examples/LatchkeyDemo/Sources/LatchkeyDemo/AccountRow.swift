import AuthCore
import AuthUI
import SwiftUI

/// One account in the list.
struct AccountRow: View {
  let model: AuthModel
  let account: Account
  @State private var label = ""

  var body: some View {
    HStack {
      Button("\(account.isSelected ? "✓ " : "")\(account.title) (\(account.providerID.rawValue))") {
        Task { await model.use(account) }
      }
      Spacer()
      Button("Remove", role: .destructive) { Task { await model.accounts.remove(account.id) } }
    }
    TextField(account.tags["label"] ?? "Label", text: $label)
      .onSubmit { Task { await model.accounts.label(account.id, label.isEmpty ? [:] : ["label": label]) } }
  }
}
