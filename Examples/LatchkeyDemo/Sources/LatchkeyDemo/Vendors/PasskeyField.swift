import AuthCore
import AuthUI
import SwiftUI

/// A field for the identifier. While it is shown, the system suggests this device's passkeys above the keyboard
/// (autofill). If the user chooses one, the sign-in completes without another tap.
struct PasskeyField: View {
  let model: AuthModel
  @Binding var identifier: String
  let submit: () -> Void

  var body: some View {
    TextField("E-mail address or phone number", text: $identifier)
      .textContentType(.username)
      .autocorrectionDisabled()
      .onSubmit(submit)
      .task(id: model.provider) { await suggestPasskeys() }
  }

  /// Waits until the user chooses a passkey. The system ends the wait when another ceremony begins, and SwiftUI when the
  /// field disappears; both are normal, so the error is not shown.
  private func suggestPasskeys() async {
    guard model.methods.contains(.passkey) else { return }
    let request = FlowRequest(method: .passkey, passkey: PasskeyOptions(mediation: .conditional))
    let flow = model.client.start(request, provider: model.provider)
    do throws(AuthError) {
      _ = try await flow.result()
    } catch {
      await flow.cancel()
    }
  }
}
