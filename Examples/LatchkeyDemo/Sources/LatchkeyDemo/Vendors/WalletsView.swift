import AuthCore
import SwiftUI

/// The wallets that the vendor keeps for the user. The user types a text, and signs it with one of the wallets.
struct WalletsView: View {
  let signer: WalletSigner
  @State private var accounts: [WalletSigner.Account] = []
  @State private var text = ""
  @State private var signature: String?
  @State private var problem: AuthError?

  var body: some View {
    Section("Wallets") {
      TextField("A text to sign", text: $text)
      ForEach(accounts, id: \.address) { account in
        Text(account.address).font(.caption).textSelection(.enabled)
        Button("Sign with this \(account.kind) wallet") { Task { await sign(account) } }.disabled(text.isEmpty)
      }
      if let signature { Text(signature).textSelection(.enabled) }
      if let problem { Text(problem.message).foregroundStyle(.red) }
    }
    .task { await load() }
  }

  private func load() async {
    await report { () async throws(AuthError) in accounts = try await signer.accounts() }
  }

  private func sign(_ account: WalletSigner.Account) async {
    await report { () async throws(AuthError) in signature = try await signer.sign(text, account) }
  }

  private func report(_ body: () async throws(AuthError) -> Void) async {
    do throws(AuthError) {
      try await body()
      problem = nil
    } catch {
      problem = error
    }
  }
}
