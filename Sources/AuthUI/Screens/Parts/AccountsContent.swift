#if canImport(SwiftUI)
  import SwiftUI

  /// The parts of the account picker.
  struct AccountsContent: View {
    typealias Row = AccountsPresentation.Row

    let shown: AccountsPresentation
    let add: (@MainActor () async -> Void)?
    let perform: @MainActor (AccountsPresentation.Action, Row) async -> Void
    let rename: @MainActor (Row, String) async -> Void

    var body: some View {
      PhraseText(shown.title, .title)
      if let empty = shown.empty { PhraseText(empty) }
      ForEach(shown.rows, id: \.id) { row in
        AccountRowView(row: row, label: shown.label) { action in
          await perform(action, row)
        } rename: { label in
          await rename(row, label)
        }
      }
      if let problem = shown.problem { ProblemView(problem: problem, isTyping: false) }
      if let add { ActionButton(shown.add, action: add) }
    }
  }
#endif
