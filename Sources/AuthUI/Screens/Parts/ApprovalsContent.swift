#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI

  /// The parts of the list of sign-ins to approve.
  struct ApprovalsContent: View {
    let shown: ApprovalsPresentation
    @Binding var numbers: TypedNumbers
    let perform: @MainActor (ApprovalsPresentation.Action, PendingChallenge) async -> Void
    let reload: @MainActor () async -> Void

    var body: some View {
      PhraseText(shown.title, .title)
      if let empty = shown.empty { PhraseText(empty) }
      ForEach(shown.rows, id: \.challenge.id) { row in
        ApprovalRowView(row: row, number: $numbers[row.challenge.id]) { action in
          await perform(action, row.challenge)
        }
      }
      if let problem = shown.problem { ProblemView(problem: problem, isTyping: false) }
      ActionButton(shown.reload, isEnabled: !shown.isBusy, action: reload)
    }
  }
#endif
