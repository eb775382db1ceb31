import AuthCore
import AuthPrivy
import AuthUI
import SwiftUI

/// The view of a prompt. An app that shows all prompts works with every provider. Only
/// Apple's button needs code for one vendor: `PrivyAppleButton`.
struct PromptView: View {
  let flow: FlowModel
  let prompt: Prompt

  var body: some View {
    switch prompt {
    case .selectMethod(let options): SelectMethodView(flow: flow, options: options)
    case .selectAccount(let options): SelectAccountView(flow: flow, options: options)
    case .enterEmail: EmailView(flow: flow)
    case .enterPhone: PhoneView(flow: flow)
    case .enterCode(let code): CodeView(flow: flow, code: code)
    case .setupTOTP(let setup): TOTPSetupView(flow: flow, setup: setup)
    case .enterTOTP(let code): TOTPView(flow: flow, code: code)
    case .redirect(let page): RedirectView(flow: flow, page: page)
    case .awaitApproval(let approval): ApprovalView(flow: flow, approval: approval)
    case .input(let fields):
      if let state = flow.context.nativeSignInState {
        PrivyAppleButton(flow: flow, state: state)
      } else {
        FieldsView(flow: flow, fields: fields)
      }
    case .sign(let prompt): SignView(flow: flow, prompt: prompt)
    case .unknown(let type): UnknownPromptView(type: type)
    }
  }
}
