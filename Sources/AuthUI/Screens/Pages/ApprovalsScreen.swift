#if canImport(SwiftUI)
  import AuthCore
  public import SwiftUI

  /// The sign-ins of other devices that wait for a decision on this device.
  public struct ApprovalsScreen: View {
    @State private var model: ApprovalsModel
    @State private var numbers = TypedNumbers()

    /// Creates the list; `AuthModel.approvals()` creates its model.
    public init(model: ApprovalsModel) { _model = State(initialValue: model) }

    /// The list.
    public var body: some View {
      ScreenColumn {
        ApprovalsContent(shown: model.presentation(numbers: numbers.all), numbers: $numbers) { action, challenge in
          switch action {
          case .approve: await model.approve(challenge, number: numbers[challenge.id])
          case .deny: await model.deny(challenge)
          }
        } reload: {
          await model.reload()
        }
      }
      .task { await model.reload() }
    }
  }
#endif
