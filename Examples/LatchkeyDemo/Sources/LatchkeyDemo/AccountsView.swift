import AuthCore
import AuthUI
import SwiftUI

/// All accounts, of every provider: use another one, give it a label, remove it.
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
