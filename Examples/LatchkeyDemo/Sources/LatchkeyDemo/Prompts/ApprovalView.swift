import AuthCore
import AuthUI
import SwiftUI

/// A sign-in that another device must approve: a picture to scan, a number to compare, a page to open.
struct ApprovalView: View {
  let flow: FlowModel
  let approval: ApprovalPrompt

  var body: some View {
    Text("Approve on your other device").font(.headline)
    if let code = approval.displayCode { Text(code).font(.largeTitle) }
    if let text = approval.qrData { QRCodeView(text: text) }
    if let page = approval.verificationURL { Link(page.absoluteString, destination: page) }
    if let expiry = flow.expiryCountdown {
      Text(expiry.isOver ? "It is too late." : "\(expiry.text) left").foregroundStyle(.secondary)
    }
    SubmitButton(flow: flow, title: "Check now")
  }
}
