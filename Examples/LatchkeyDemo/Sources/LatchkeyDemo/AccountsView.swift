import AuthCore
import AuthUI
import SwiftUI

/// The accounts of all providers. The user can select, label and remove an account.
struct AccountsView: View {
  let model: AuthModel

  var body: some View {
    if !model.accounts.accounts.isEmpty {
      Section("Accounts") {
        ForEach(model.accounts.accounts, id: \.id.rawValue) { account in
          AccountRow(model: model, account: account)
        }
        if let problem = model.accounts.problem { Text(problem.message).foregroundStyle(.red) }
      }
      .disabled(model.accounts.isBusy)
    }
  }
}
