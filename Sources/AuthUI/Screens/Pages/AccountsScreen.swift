#if canImport(SwiftUI)
  public import SwiftUI

  /// The account picker: all accounts of all providers, to select, name, sign out and remove.
  public struct AccountsScreen: View {
    private let model: AuthModel
    private let add: (@MainActor () async -> Void)?

    /// Creates the picker.
    ///
    /// - Parameters:
    ///   - model: the app's model.
    ///   - add: shows the sign-in page, to add an account; nil if the picker has no button for that.
    public init(model: AuthModel, add: (@MainActor () async -> Void)? = nil) {
      self.model = model
      self.add = add
    }

    /// The picker.
    public var body: some View {
      ScreenColumn {
        AccountsContent(shown: model.accounts.presentation, add: add) { action, row in
          await perform(action, row)
        } rename: { row, label in
          await model.accounts.rename(row.id, to: label)
        }
        SignOutContent(shown: model.signOutPresentation) { model.finished($0) }
      }
    }

    private func perform(_ action: AccountsPresentation.Action, _ row: AccountsPresentation.Row) async {
      switch action {
      case .use: await model.use(row.id)
      case .signOut: await model.accounts.signOut(row.id)
      case .remove: await model.accounts.remove(row.id)
      }
    }
  }
#endif
